import {
  deleteProductType,
  productTypeToEdit,
  saveProductType,
} from "../../../shop/search/lexicon/edit-product-types.server.ts";
import { productTypeFields, readProductType } from "../../../shop/search/lexicon/product-type-form.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { type EditedRecord, type EditField, newRecord } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import type { Route } from "./+types/type";

const list = "/admin/searches/types";
const commas = "Separated by commas.";
const fields: EditField[] = [
  { name: "name", label: "Name", hint: "In the plural, as shoppers see it: Earrings." },
  {
    name: "words",
    label: "Words",
    control: "long",
    optional: true,
    hint: "What shoppers type, in any language: earring, bali, बाली. Separated by commas.",
  },
  { name: "parent", label: "Part of", optional: true, hint: "The name of a wider type, such as Jewellery." },
  { name: "categories", label: "Categories", optional: true, hint: `As in their address. ${commas}` },
  { name: "collections", label: "Collections", optional: true, hint: `As in their address. ${commas}` },
  { name: "kinds", label: "Kinds", optional: true, hint: `Keys of sets of details. ${commas}` },
  {
    name: "nameWords",
    label: "Words of the product's name",
    optional: true,
    control: "long",
    hint: "One of these must stand in the name: jhumka, hoops. Empty for any name.",
  },
  {
    name: "similarTypes",
    label: "Similar types",
    optional: true,
    hint: `Names of types to offer when the shop has nothing of this one. ${commas}`,
  },
  {
    name: "complementaryTypes",
    label: "Goes well with",
    optional: true,
    hint: `Names of types to show beside a product that is seldom bought together with others, best first. ${commas}`,
  },
];

type Found = NonNullable<Awaited<ReturnType<typeof productTypeToEdit>>>;
const recordOf = ({ type, version }: Found): EditedRecord => ({ values: productTypeFields(type), version });

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await recordAt(params.name, (name) => productTypeToEdit(context.get(servicesContext), name));
  return { name: found?.type.name, record: found ? recordOf(found) : newRecord };
}

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "name-taken": { name: "There is already a product type of this name." },
  "no-parent": { parent: "There is no product type of this name." },
  circle: { parent: "This type is itself part of the one that is edited." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const key = recordKey(params.name);
  return handleRecordForm(sent, {
    key,
    find: (name) => productTypeToEdit(services, name),
    recordOf,
    read: readProductType(sent),
    saveAs: (type, version) => saveProductType(services, { actor, name: key, version, type }),
    refusals,
    remove: (name) => deleteProductType(services, { actor, name }),
    list,
    messages: { saved: "productTypeSaved", deleted: "productTypeDeleted", gone: "productTypeGone" },
  });
}

export default function ProductType({ loaderData: { name, record }, actionData }: Route.ComponentProps) {
  return (
    <RecordScreen
      title={name ?? "New product type"}
      text="A product is of this type when it fits its categories, collections, kinds and words, as far as they are given, or when it is of a type that is part of this one."
      back={{ to: list, label: "Product types" }}
      deletion={name && "The search will no longer know these words. Products stay as they are."}
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save product type"
    />
  );
}
