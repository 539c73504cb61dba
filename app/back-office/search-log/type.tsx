import {
  deleteProductType,
  productTypeToEdit,
  saveProductType,
} from "../../../shop/search/lexicon/edit-product-types.server.ts";
import { productTypeFields, readProductType } from "../../../shop/search/lexicon/product-type-form.ts";
import { redirectWithToast } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/type";

const list = "/admin/searches/types";
const fresh: EditedRecord = { values: {}, version: "" };
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

async function recordOf(services: Parameters<typeof productTypeToEdit>[0], name: string) {
  const found = await productTypeToEdit(services, name);
  return found && { values: productTypeFields(found.type), version: found.version };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.name === "new") return { record: fresh };
  const record = await recordOf(context.get(servicesContext), params.name);
  if (!record) throw new Response("No such product type", { status: 404 });
  return { record };
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
  if (sent.get("intent") === "delete") {
    await deleteProductType(services, { actor, name: params.name });
    return redirectWithToast(list, "productTypeDeleted");
  }
  const name = params.name === "new" ? null : params.name;
  return saveEdit(sent, {
    read: readProductType(sent),
    saveAs: (type, version) => saveProductType(services, { actor, name, version, type }),
    refusals,
    now: () => recordOf(services, params.name),
    saved: [list, "productTypeSaved"],
  });
}

export default function ProductType({ loaderData, actionData, params }: Route.ComponentProps) {
  const isNew = params.name === "new";
  const title = isNew ? "New product type" : params.name;
  return (
    <>
      <ScreenHead
        title={title}
        text="A product is of this type when it fits its categories, collections, kinds and words, as far as they are given, or when it is of a type that is part of this one."
        back={{ to: list, label: "Product types" }}
      >
        {!isNew && (
          <Confirm
            id="delete-type"
            open="Delete"
            title={`Delete ${title}?`}
            text="The search will no longer know these words. Products stay as they are."
            button="Delete product type"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      <EditForm
        label={title}
        fields={fields}
        record={loaderData.record}
        answer={useLastAnswer(actionData)}
        button="Save product type"
        cancelTo={list}
      />
    </>
  );
}
