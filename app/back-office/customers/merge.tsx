import { data, Form, href, Link } from "react-router";
import { z } from "zod";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { contactOf } from "../../../shop/accounts/users/users.ts";
import { customerDetail } from "../../../shop/customers/customer-page.server.ts";
import { wordsMost } from "../../../shop/customers/customer-rules.ts";
import { findCustomers } from "../../../shop/customers/find-customers.server.ts";
import { type MergePreview, mergeCustomers, previewMerge } from "../../../shop/customers/merge.server.ts";
import { plural } from "../../../shop/money.ts";
import { cleanLine } from "../../../shop/text/clean-text.ts";
import { readForm } from "../../../shop/text/read-form.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { DefinitionList } from "../../ui/facts.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NamedForm } from "../parts/named-form.tsx";
import { OwnPassword, passwordErrors } from "../parts/own-password.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/merge";

const refusals = {
  "not-found": "There is no account with this name, email address or mobile number.",
  itself: "This is the same account. Name the other one.",
  staff: "One of the two belongs to the team. Accounts of staff are not merged.",
  blocked: "One of the two is blocked. Let them log in again first.",
};

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const person = await customerDetail(services, id);
  if (!person) throw data(null, { status: 404 });
  const other = (new URL(request.url).searchParams.get("other") ?? "").trim();
  const found = other === "" ? null : await previewMerge(services, id, other);
  const isUnknown = found?.ok === false && found.refused === "not-found";
  const named = isUnknown ? await findCustomers(services, staffOf(context), other) : [];
  return {
    stays: { id, name: person.name || "Unknown User", contact: contactOf(person) },
    other,
    preview: found?.ok ? found.value : null,
    named: named
      .filter((one) => one.id !== id)
      .map((one) => ({ id: one.id, name: one.name || "Unknown User", contact: contactOf(one) })),
    wrong: found && !found.ok ? refusals[found.refused] : null,
  };
}

const mergeForm = z.object({
  goes: z.string(),
  reason: z
    .string()
    .overwrite(cleanLine)
    .min(3, "Say why, such as: the customer asked on the phone.")
    .max(200, "At most 200 characters."),
});

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const read = readForm(mergeForm, sent);
  if (!read.ok) return refuseFields(read.errors, 400, sent);
  const actor = { ...staffOf(context), password: sent.get("password") };
  const merged = await mergeCustomers(services, { actor, stays: id, ...read.value });
  if (merged.ok) return redirectWithToast(href("/admin/customers/:id", { id }), "customersMerged");
  switch (merged.refused) {
    case "sign-in-again":
    case "wrong-password":
    case "too-many-tries":
      return refuseFields({ password: passwordErrors[merged.refused] }, 403, sent);
    case "not-allowed":
      return refuseFields({}, 403, sent, { toast: officeMessages.customerMergeRefused });
    default:
      return refuseFields({ reason: refusals[merged.refused] }, 409, sent);
  }
}

export default function MergeCustomers({ loaderData }: Route.ComponentProps) {
  const { stays, other, preview, named, wrong } = loaderData;
  return (
    <>
      <ScreenHead
        title={`Merge into ${stays.name}`}
        text={`${stays.contact} stays. What belongs to the other account moves here, and the other account ends.`}
        back={{ to: href("/admin/customers/:id", { id: stays.id }), label: stays.name }}
      />
      <div className="panels">
        <Panel title="The other account">
          <Form method="get" className="office-form">
            {wrong && named.length === 0 && <Notice tone="wrong" title={wrong} />}
            <Field
              label="Its name, email address or mobile number"
              name="other"
              key={other}
              defaultValue={other}
              autoComplete="off"
            />
            <button type="submit" className="btn btn-secondary">
              See what would move
            </button>
          </Form>
          {named.length > 0 && (
            <ul className="rows" aria-label="Accounts found">
              {named.map((one) => (
                <li key={one.id}>
                  <span className="grow wrap-anywhere">
                    {one.name}
                    <small>{one.contact}</small>
                  </span>
                  <Link
                    className="btn btn-secondary"
                    to={`?other=${one.id}`}
                    aria-label={`Choose ${one.name}`}
                  >
                    Choose
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </Panel>
        {preview && <Preview preview={preview} />}
      </div>
    </>
  );
}

const contactWords = {
  "taken-over": "goes to the account that stays",
  released: "is free afterwards; nobody can log in with it",
};

const noteWords = {
  moves: "moves here, below the note of this account",
  cut: "moves here, below the note of this account, as far as it fits: its end is lost",
};

function Preview({
  preview: { goes, moves, tags, lostTags, note, email, phone },
}: {
  preview: MergePreview;
}) {
  const name = goes.name || contactOf(goes);
  const facts = [
    { label: "Orders", value: String(moves.orders) },
    { label: "Addresses", value: String(moves.addresses) },
    { label: "In the cart", value: plural(moves.cart, "product") },
    { label: "Wishlist", value: plural(moves.wishlist, "product") },
    { label: "Reviews", value: String(moves.reviews) },
    { label: "Messages", value: String(moves.messages) },
    { label: "Past orders", value: String(moves.pastOrders) },
    ...(tags.length > 0 ? [{ label: "Tags", value: tags.join(", ") }] : []),
    ...(lostTags.length > 0
      ? [
          {
            label: "Tags that are lost",
            value: `${lostTags.join(", ")}: a customer has at most ${wordsMost.tags}`,
          },
        ]
      : []),
    ...(note ? [{ label: "Staff note", value: noteWords[note] }] : []),
    {
      label: "Consents",
      value:
        "What either account has turned off stays off. The newsletter no longer goes to an address that is released.",
    },
    ...(email ? [{ label: "Email", value: `${goes.email} ${contactWords[email]}` }] : []),
    ...(phone
      ? [{ label: "Mobile", value: `${formatMobile(goes.verifiedPhone ?? "")} ${contactWords[phone]}` }]
      : []),
  ];
  return (
    <Panel title={`What moves from ${name}`}>
      <DefinitionList facts={facts} />
      <NamedForm name="merge" className="office-form mt-4">
        <input type="hidden" name="intent" value="merge" />
        <input type="hidden" name="goes" value={goes.id} />
        <Field
          label="Reason"
          name="reason"
          hint="For the audit log. No names or numbers: it cannot be deleted."
          autoComplete="off"
        />
        <OwnPassword />
        <p>{name} is signed out everywhere, and this account is deleted. This cannot be undone.</p>
        <button type="submit" className="btn btn-danger">
          Merge accounts
        </button>
      </NamedForm>
    </Panel>
  );
}
