import { Form } from "react-router";
import type { IssuedDocument } from "../../../../shop/invoices/document.ts";
import { emailLabels, resendableEmails } from "../../../../shop/order-management/resendable-emails.ts";
import type { PlacedOrder } from "../../../../shop/orders/orders.ts";
import { useSent } from "../../../http/forms/use-sent.ts";
import { Field, Select, TextArea } from "../../../ui/forms/field.tsx";
import { NamedForm } from "../../parts/named-form.tsx";
import { Panel } from "../../parts/screen-head.tsx";

/** Internal notes, and buttons that send an email again. */
export function NotesAndEmails({
  order,
  documents,
  formKey,
}: {
  order: PlacedOrder;
  documents: IssuedDocument[];
  formKey: string;
}) {
  const notes = useSent("note");
  return (
    <>
      <Panel title="Tags">
        <NamedForm name="tags" key={order.tags.join()}>
          <input type="hidden" name="intent" value="tags" />
          <input type="hidden" name="seen" value={order.tags.join(", ")} />
          <Field
            label="Tags"
            name="tags"
            defaultValue={order.tags.join(", ")}
            maxLength={300}
            autoComplete="off"
            optional
            hint="Words with commas between them, such as gift, exhibition. Only staff see them; the search finds them."
          />
          <button type="submit" className="btn btn-secondary">
            Save tags
          </button>
        </NamedForm>
      </Panel>
      <Panel title="Staff notes">
        <NamedForm name="note" key={notes}>
          <input type="hidden" name="intent" value="note" />
          <input type="hidden" name="key" value={`n-${formKey}`} />
          <TextArea
            label="Note"
            name="text"
            rows={2}
            maxLength={500}
            hint="The customer never sees it. It appears in the timeline, and the search finds it."
          />
          <button type="submit" className="btn btn-secondary">
            Save note
          </button>
        </NamedForm>
      </Panel>
      {order.email && (
        <Panel title="Emails">
          <NamedForm name="email" key={order.email} className="office-form mb-5">
            <input type="hidden" name="intent" value="email" />
            <input type="hidden" name="seen" value={order.email} />
            <Field
              label="Email for this order"
              name="email"
              type="email"
              defaultValue={order.email}
              maxLength={254}
              autoComplete="off"
              required
              hint="Where mails about this order go. The account that it belongs to stays the same."
            />
            <button type="submit" className="btn btn-secondary">
              Save email
            </button>
          </NamedForm>
          <Form method="post" className="office-form" preventScrollReset>
            <input type="hidden" name="intent" value="mail" />
            <input type="hidden" name="key" value={`m-${formKey}`} />
            <Select
              label="Email to the customer"
              name="notification"
              choices={resendableEmails(order).map((value) => ({ value, label: emailLabels[value] ?? "" }))}
            />
            <button type="submit" className="btn btn-secondary">
              Send again
            </button>
          </Form>
          <Form method="post" className="office-form mt-5" preventScrollReset>
            <input type="hidden" name="intent" value="document" />
            <input type="hidden" name="key" value={`d-${formKey}`} />
            <Select
              label="Document to the customer"
              name="slug"
              choices={
                documents.length === 0
                  ? [{ value: "", label: "Order receipt" }]
                  : documents.map(({ slug, title, number }) => ({ value: slug, label: `${title} ${number}` }))
              }
            />
            <button type="submit" className="btn btn-secondary">
              Send document
            </button>
          </Form>
        </Panel>
      )}
    </>
  );
}
