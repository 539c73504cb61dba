import type { Services } from "../../../platform/services.server.ts";
import { categories, collections } from "../../../shop/catalogue/collections.server.ts";
import { attributeSets } from "../../../shop/catalogue/kinds/attribute-sets.server.ts";
import {
  deleteProductType,
  isBelow,
  listProductTypes,
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
type Named = { value: string; label: string };
type Choices = Record<"types" | "wider" | "categories" | "collections" | "kinds", Named[]>;
const fieldsOf = ({ types, wider, categories, collections, kinds }: Choices): EditField[] => [
  { name: "name", label: "Name", hint: "In the plural, as shoppers see it: Earrings." },
  {
    name: "words",
    label: "Words",
    control: "long",
    optional: true,
    hint: "What shoppers type, in any language: earring, bali, बाली. Separated by commas.",
  },
  {
    name: "parent",
    label: "Part of",
    control: "select",
    options: [{ value: "", label: "No wider type" }, ...wider],
    hint: "Earrings are part of Jewellery.",
  },
  {
    ...picked("categories", "Categories", categories, "Name of a category"),
    keysAre: "the last part of each address",
  },
  {
    ...picked("collections", "Collections", collections, "Name of a collection"),
    keysAre: "the last part of each address",
  },
  { ...picked("kinds", "Sets of details", kinds, "Name of a set"), keysAre: "the last part of each address" },
  {
    name: "nameWords",
    label: "Words of the product's name",
    optional: true,
    control: "long",
    hint: "One of these must stand in the name: jhumka, hoops. Empty for any name.",
  },
  {
    ...picked("similarTypes", "Similar types", types, "Name of a type"),
    hint: "To offer when the shop has nothing of this one.",
  },
  {
    ...picked("complementaryTypes", "Goes well with", types, "Name of a type"),
    hint: "To show beside a product that is seldom bought together with others, best first.",
  },
];

function picked(name: string, label: string, options: Named[], placeholder: string): EditField {
  return { name, label, control: "picker", optional: true, options, placeholder };
}

/** What can be chosen. A type is not part of itself, nor of one that is part of it. */
async function choicesOf(services: Services, name: string | undefined): Promise<Choices> {
  const [all, ofCategories, ofCollections, sets] = await Promise.all([
    listProductTypes(services),
    categories(services),
    collections(services),
    attributeSets(services),
  ]);
  const bySlug = (one: { slug: string; name: string }) => ({ value: one.slug, label: one.name });
  const byName = (one: { name: string }) => ({ value: one.name, label: one.name });
  const others = all.filter((one) => one.name !== name);
  return {
    types: others.map(byName),
    wider: others.filter((one) => name === undefined || !isBelow(all, one.name, name)).map(byName),
    categories: ofCategories.map(bySlug),
    collections: ofCollections.map(bySlug),
    kinds: sets.map((one) => ({ value: one.key, label: one.name })),
  };
}

type Found = NonNullable<Awaited<ReturnType<typeof productTypeToEdit>>>;
const recordOf = ({ type, version }: Found): EditedRecord => ({ values: productTypeFields(type), version });

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const found = await recordAt(params.name, (name) => productTypeToEdit(services, name));
  const fields = fieldsOf(await choicesOf(services, found?.type.name));
  return { name: found?.type.name, record: found ? recordOf(found) : newRecord, fields };
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

export default function ProductType({
  loaderData: { name, record, fields },
  actionData,
}: Route.ComponentProps) {
  return (
    <RecordScreen
      title={name ?? "New product type"}
      text="A product is of this type when it fits its categories, collections, sets of details and words, as far as they are given, or when it is of a type that is part of this one."
      back={{ to: list, label: "Product types" }}
      deletion={name && "The search will no longer know these words. Products stay as they are."}
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save product type"
    />
  );
}
