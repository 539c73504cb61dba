import { data, redirect, useLocation } from "react-router";
import { saveOffer } from "../../../shop/offers/edit-offer.server.ts";
import { emptyOffer, offerFields, readOffer } from "../../../shop/offers/offer-form.ts";
import { offerToEdit } from "../../../shop/offers/offers.server.ts";
import { messages } from "../../parts/messages/messages.ts";
import { servicesContext } from "../../services-context.ts";
import { formFields } from "../../web/forms/form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { type Edit, type EditField, EditForm } from "../parts/edit-form.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/offer";

const fields: EditField[] = [
  { name: "title", label: "Title" },
  { name: "percent", label: "Percent off the MRP", control: "number" },
  { name: "validFrom", label: "Begins", control: "time", hint: "Time in India." },
  { name: "validTo", label: "Ends", control: "time", hint: "Time in India." },
  {
    name: "categories",
    label: "Categories",
    optional: true,
    hint: "Short names separated by commas: kurtas, watches",
  },
  {
    name: "collections",
    label: "Collections",
    optional: true,
    hint: "Short names separated by commas: men, women",
  },
  {
    name: "products",
    label: "Products",
    control: "long",
    optional: true,
    hint: "The last part of each product's address, one per line.",
  },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === "new") return { edit: { values: emptyOffer, version: "" } satisfies Edit };
  const found = await offerToEdit(context.get(servicesContext).db, params.id);
  if (!found) throw new Response("No such offer", { status: 404 });
  return { edit: { values: offerFields(found.offer), version: String(found.version) } satisfies Edit };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const version = sent.get("version") ?? "";
  const values = Object.fromEntries(fields.map(({ name }) => [name, sent.get(name) ?? ""]));
  const wrong = (errors: Record<string, string>) =>
    data({ edit: { values, version, errors } satisfies Edit, toast: messages.formWrong }, 400);
  const read = readOffer(sent);
  if (!read.ok) return wrong(read.errors);
  const id = params.id === "new" ? null : params.id;
  const saved = await saveOffer(services, { actor, id, version, offer: read.offer });
  if (saved.ok) {
    return redirect("/admin/offers", { status: 303, headers: { "Set-Cookie": flashCookie("offerSaved") } });
  }
  if (saved.refused === "unknown-scope") {
    return wrong({ [saved.field]: `There is none called ${saved.names.join(", ")}.` });
  }
  const now = id === null ? null : await offerToEdit(services.db, id);
  if (!now) throw new Response("No such offer", { status: 404 });
  const edit: Edit = { values, version: String(now.version), theirs: offerFields(now.offer) };
  return data({ edit, toast: messages.changedMeanwhile }, 409);
}

export default function Offer({ loaderData, actionData, params }: Route.ComponentProps) {
  const title = params.id === "new" ? "New offer" : loaderData.edit.values.title || "Offer";
  return (
    <>
      <ScreenHead title={title} back={{ to: "/admin/offers", label: "Offers" }} />
      <EditForm
        key={useLocation().key}
        label={title}
        fields={fields}
        edit={actionData?.edit ?? loaderData.edit}
        toast={actionData?.toast}
        button="Save offer"
        cancelTo="/admin/offers"
      />
    </>
  );
}
