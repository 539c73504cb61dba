import type { Services } from "../../../platform/services.server.ts";
import { saveOffer } from "../../../shop/offers/edit-offer.server.ts";
import { emptyOffer, offerFields, readOffer } from "../../../shop/offers/offer-form.ts";
import { offerToEdit } from "../../../shop/offers/offers.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/offer";

const fields: EditField[] = [
  { name: "title", label: "Title" },
  { name: "percent", label: "Percent off the MRP", control: "number" },
  { name: "validFrom", label: "Starts", control: "time", hint: "Time in India." },
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

const list = "/admin/offers";

async function recordOf({ db }: Pick<Services, "db">, id: string): Promise<EditedRecord | null> {
  const found = await offerToEdit(db, id);
  return found && { values: offerFields(found.offer), version: String(found.version) };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === "new") return { record: { values: emptyOffer, version: "" } };
  const record = await recordOf(context.get(servicesContext), params.id);
  if (!record) throw new Response("No such offer", { status: 404 });
  return { record };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = params.id === "new" ? null : params.id;
  return saveEdit(fields, {
    read: readOffer(fields),
    saveAs: async (offer, version) => {
      const saved = await saveOffer(services, { actor, id, version, offer });
      return !saved.ok && saved.refused === "unknown-scope"
        ? { ok: false, errors: { [saved.field]: `There is none called ${saved.names.join(", ")}.` } }
        : saved;
    },
    now: () => recordOf(services, params.id),
    saved: [list, "offerSaved"],
  });
}

export default function Offer({ loaderData: { record }, actionData, params }: Route.ComponentProps) {
  const title = params.id === "new" ? "New offer" : record.values.title || "Offer";
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Offers" }} />
      <EditForm
        label={title}
        fields={fields}
        record={record}
        answer={useLastAnswer(actionData)}
        button="Save offer"
        cancelTo={list}
      />
    </>
  );
}
