import { type SubmitEvent, useState } from "react";
import { data, Form, href, redirect, useSubmit } from "react-router";
import { findCustomers } from "../../../shop/customers/find-customers.server.ts";
import { deliveryFeeOf } from "../../../shop/delivery/delivery-fee.ts";
import { discountField, emptyDraft } from "../../../shop/draft-orders/draft.ts";
import { draftOf, findVariants, quoteDraft } from "../../../shop/draft-orders/drafts.server.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { previewEdit } from "../../../shop/order-management/edit-order.server.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { codRefusal } from "../../../shop/settings/cod-rules.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { useSavedCount } from "../../http/forms/use-saved-count.ts";
import { staffOf } from "../../http/guards.server.ts";
import { useToast } from "../../parts/use-toast.ts";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Confirm } from "../parts/confirm.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/draft";
import { DraftAddress, DraftCustomer, DraftItems, DraftPayment, DraftWords } from "./draft/draft-fields.tsx";
import { handleDraftForm } from "./draft/draft-form.server.ts";
import { EditChanges } from "./draft/edit-changes.tsx";

/** An order that staff enter: a new one at /admin/orders/new, else a saved draft. A placed one leads to its order. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const actor = staffOf(context);
  const id = params.id ?? null;
  const draft = id === null ? null : await draftOf(services, id);
  if (id !== null && !draft) {
    if (await orderOf(services, id)) throw redirect(href("/admin/orders/:id", { id }));
    throw data(null, { status: 404 });
  }
  const { content, userId, version } = draft ?? { content: emptyDraft, userId: null, version: 0 };
  const asked = new URL(request.url).searchParams;
  const [customer, product] = [asked.get("customer") ?? "", asked.get("product") ?? ""];
  const edit = draft && (await previewEdit(services, actor, draft));
  const [quote, customers, variants, { policy, legal }] = await Promise.all([
    edit?.quote ?? quoteDraft(services, actor, { content, userId }),
    customer ? findCustomers(services, actor, customer) : null,
    product ? findVariants(services, product) : null,
    shopSettings(services),
  ]);
  return {
    id,
    version,
    content,
    // Read here: the shape of a draft needs zod, which stays out of the browser.
    discount: discountField(content.discount),
    edit,
    hasAccount: userId !== null,
    // As at the checkout; what an order has stays to be seen when the shop is not registered any more.
    business: legal.gstin !== null || content.buyerGstin !== "",
    quote,
    asked: { customer, product },
    customers,
    variants,
    fee: deliveryFeeOf(policy, quote.subtotal - quote.discount),
    hasLinks: services.payments.online !== undefined,
    noCash: codRefusal(policy, { total: quote.total, pin: content.postalCode }) !== null,
  };
}

export function action({ request, params, context }: Route.ActionArgs) {
  const id = params.id ?? null;
  return handleDraftForm(context.get(servicesContext), staffOf(context), id, { request, context });
}

/** The buttons that lead to the order. */
const leaves = new Set(["place", "apply"]);

export default function Draft({ loaderData: newest, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  useToast(actionData?.toast);
  // What is typed belongs to the draft as it was shown: a live update must not put another one under it.
  const saved = useSavedCount();
  const [typedAfter, setTypedAfter] = useState(-1);
  const [loaderData, show] = useState(newest);
  if (loaderData !== newest && typedAfter !== saved) show(newest);
  const { id, version, edit } = loaderData;
  const isBehind = newest.id === id && newest.version !== version;
  const submit = useSubmit();
  const isWrong = Object.keys(answer?.errors ?? {}).length > 0;
  return (
    <>
      {edit ? <EditHead orderId={edit.orderId} /> : <DraftHead id={id} />}
      {isBehind && (
        <Notice
          tone="warn"
          title="Somebody else has changed this draft"
          text="What you typed is still below. It cannot be saved over theirs: open the draft again to see it."
        />
      )}
      {answer?.toast && (isWrong || !answer.ok) && (
        <Notice tone="wrong" title={answer.toast.title} text={answer.toast.text} />
      )}
      <AnswerForm
        key={`${id} ${version}`}
        answer={answer}
        checkedBy="none"
        className="grid gap-4"
        aria-label="Order"
        preventScrollReset
        onChange={() => setTypedAfter(saved)}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          const { submitter } = event;
          if (!(submitter instanceof HTMLButtonElement && leaves.has(submitter.value))) return;
          // What follows is another screen, which begins at its top.
          event.preventDefault();
          void submit(submitter);
        }}
      >
        <input type="hidden" name="draft" value={answer?.typed?.draft ?? id ?? ""} />
        <input type="hidden" name="version" value={answer?.typed?.version ?? version} />
        {/* Enter in a field presses the first button of a form. */}
        <button type="submit" name="intent" value="find" className="sr-only" tabIndex={-1} aria-hidden="true">
          Search
        </button>
        <div className="panels wide-left">
          <div className="panels">
            <DraftItems {...loaderData} />
            {!edit && <DraftCustomer {...loaderData} />}
            <DraftAddress {...loaderData} />
          </div>
          <div className="panels">
            {edit ? (
              <EditChanges edit={edit} comment={loaderData.content.comment} />
            ) : (
              <>
                <DraftPayment {...loaderData} />
                <DraftWords {...loaderData} />
              </>
            )}
          </div>
        </div>
        <section
          className="panel save-bar flex flex-wrap items-center justify-between gap-3 px-4 py-2"
          aria-label="Save"
        >
          <b className="num">{rupeesExact(loaderData.quote.total)}</b>
          <span className="flex flex-wrap gap-2">
            <button type="submit" className="btn btn-secondary" name="intent" value="save">
              {edit ? "See what changes" : "Save draft"}
            </button>
            <button
              type="submit"
              className="btn btn-primary"
              name="intent"
              value={edit ? "apply" : "place"}
              disabled={edit !== null && edit.refused !== null}
            >
              {edit ? "Apply changes" : "Place order"}
            </button>
          </span>
        </section>
      </AnswerForm>
    </>
  );
}

function DraftHead({ id }: { id: string | null }) {
  return (
    <ScreenHead
      title={id === null ? "New order" : `Draft ${id.slice(0, 8)}`}
      text="It keeps no stock, and the customer is told nothing, until it is placed."
      back={{ to: href("/admin/orders/drafts"), label: "Drafts" }}
    >
      {id !== null && (
        <>
          <Form method="post">
            <button type="submit" className="btn btn-secondary" name="intent" value="duplicate">
              Duplicate
            </button>
          </Form>
          <Confirm
            id="delete"
            open="Delete"
            title="Delete this draft?"
            text="What was entered is lost. Nobody is told."
            button="Delete draft"
            fields={{ intent: "delete" }}
          />
        </>
      )}
    </ScreenHead>
  );
}

function EditHead({ orderId }: { orderId: string }) {
  return (
    <ScreenHead
      title={`Change order ${shortId(orderId)}`}
      text="The order stays as it is until you apply the changes."
      back={{ to: href("/admin/orders/:id", { id: orderId }), label: `Order ${shortId(orderId)}` }}
    >
      <Form method="post">
        <button type="submit" className="btn btn-secondary" name="intent" value="delete">
          Leave it as it is
        </button>
      </Form>
    </ScreenHead>
  );
}
