import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { categories, collections } from "../../../shop/catalogue/collections.server.ts";
import { timeField } from "../../../shop/dates.ts";
import { saveOffer } from "../../../shop/offers/edit-offer.server.ts";
import { emptyOffer, offerFields, readOffer, slugsIn } from "../../../shop/offers/offer-form.ts";
import { offerInWords, productNames } from "../../../shop/offers/offer-words.server.ts";
import { offerToEdit } from "../../../shop/offers/offers.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { EditCard, EditedRecord } from "../parts/edit-form.tsx";
import { InWords } from "../parts/in-words.tsx";
import { Picker } from "../parts/pickers/suggested-fields.tsx";
import { recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import type { Route } from "./+types/offer";

/** What can be chosen, and the names of the products that are. */
async function choicesOf(services: Services, slugs: readonly string[]) {
  const [all, groups, products] = await Promise.all([
    categories(services),
    collections(services),
    productNames(services, slugs),
  ]);
  const choice = ({ slug, name }: { slug: string; name: string }) => ({ value: slug, label: name });
  return { categories: all.map(choice), collections: groups.map(choice), products: products.map(choice) };
}

const list = "/admin/offers";

async function recordOf({ db }: Pick<Services, "db">, id: string): Promise<EditedRecord | null> {
  const found = await offerToEdit(db, id);
  return found && { values: offerFields(found.offer), version: String(found.version) };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const started = { ...emptyOffer, validFrom: timeField(services.clock.now()) };
  const found = await recordAt(params.id, (id) => recordOf(services, id));
  const record: EditedRecord = found ?? { values: started, version: "" };
  const { values } = record;
  return {
    record,
    words: await offerInWords(services, new Map(Object.entries(values)), recordKey(params.id)),
    choices: await choicesOf(services, slugsIn(values.products ?? "")),
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = recordKey(params.id);
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
    words: () => offerInWords(services, fields, id),
  });
}

type Choices = Route.ComponentProps["loaderData"]["choices"];

const cardsOf = (choices: Choices): EditCard[] => [
  {
    id: "discount",
    title: "Discount",
    text: "The title and the percentage stand on the page of each product, beside the price.",
    fields: [
      { name: "title", label: "Title" },
      { name: "percent", label: "Percent off the MRP", control: "number", isShort: true },
    ],
  },
  {
    id: "products",
    title: "What it is for",
    text: "All of the chosen categories and collections, also what is added to them later, and single products.",
    more: (shown, theirs, touch) => (
      <>
        {scopes.map(({ name, ...texts }) => (
          <Picker
            key={name}
            name={name}
            {...texts}
            keysAre="the last part of each address"
            optional
            defaultValue={shown[name] ?? ""}
            known={choices[name]}
            theirs={theirs?.[name]}
            touch={touch}
          />
        ))}
      </>
    ),
  },
  {
    id: "when",
    title: "When",
    text: "Prices change by themselves at these times. Time in India (IST).",
    fields: [
      { name: "validFrom", label: "Starts", control: "time", row: "when" },
      { name: "validTo", label: "Ends", control: "time", row: "when" },
    ],
  },
];

const scopes = [
  { name: "categories", label: "Categories", placeholder: "Name of a category" },
  { name: "collections", label: "Collections", placeholder: "Name of a collection" },
  {
    name: "products",
    label: "Products",
    placeholder: "Name, brand or SKU",
    searchAt: href("/admin/rules/offers"),
  },
] as const;

export default function Offer({
  loaderData: { record, words, choices },
  actionData,
  params,
}: Route.ComponentProps) {
  const isNew = params.id === "new";
  const title = isNew ? "New offer" : record.values.title || "Offer";
  const lookup = href("/admin/rules/offers");
  const answer = useLastAnswer(actionData);
  return (
    <RecordScreen
      title={title}
      back={{ to: list, label: "Offers" }}
      cards={cardsOf(choices)}
      aside={<InWords words={answer?.words ?? words} at={isNew ? lookup : `${lookup}?id=${params.id}`} />}
      record={record}
      answer={answer}
      button="Save offer"
    />
  );
}
