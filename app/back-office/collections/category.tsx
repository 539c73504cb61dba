import { href, Link } from "react-router";
import { categoryFields, readCategory } from "../../../shop/catalogue/edit/category-form.ts";
import {
  type CategoryToEdit,
  categoryRows,
  categoryToEdit,
  deleteCategory,
  type LostDetails,
  mergeCategories,
  saveCategory,
} from "../../../shop/catalogue/edit/edit-category.server.ts";
import { attributeSets, sizeScales } from "../../../shop/catalogue/kinds/attribute-sets.server.ts";
import { plural } from "../../../shop/money.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { Select } from "../../ui/forms/field.tsx";
import { Confirm } from "../parts/confirm.tsx";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import type { Route } from "./+types/category";

const list = "/admin/categories";
type Named = { value: string; label: string };
const fieldsOf = (sets: Named[], parents: Named[], scales: Named[]): EditField[] => [
  { name: "name", label: "Name", hint: "In lists and filters, such as Kurtas." },
  {
    name: "kind",
    label: "Details of its products",
    control: "select",
    options: sets,
    hint: "What the form of a product asks for, and its page shows.",
  },
  {
    name: "parentId",
    label: "Part of",
    control: "select",
    options: [{ value: "", label: "No other category" }, ...parents],
    hint: "The other one shows its products too. Categories are two deep.",
  },
  {
    name: "position",
    label: "Position",
    control: "number",
    hint: "Lower comes first; of equal ones by name.",
  },
  {
    name: "sizeScale",
    label: "Sizes",
    control: "select",
    options: [{ value: "", label: "As for its details" }, ...scales],
    hint: "What the form of a product offers.",
  },
  {
    name: "hsnCode",
    label: "HSN code",
    optional: true,
    hint: "4 to 8 digits. Its products without a code get this one; those that have one keep it.",
  },
];
const fresh: EditedRecord = { values: { kind: "dress", position: "0" }, version: "" };

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [sets, scales, all] = await Promise.all([
    attributeSets(services),
    sizeScales(services),
    categoryRows(services, ""),
  ]);
  const parents = all.filter((one) => one.parentId === null && one.id !== params.id);
  const fields = fieldsOf(
    sets.map(({ key, name }) => ({ value: key, label: name })),
    parents.map((one) => ({ value: one.id, label: one.name })),
    scales.map(({ key, name }) => ({ value: key, label: name })),
  );
  const found = await recordAt(params.id, (id) => categoryToEdit(services, id));
  const others = found
    ? all.filter((one) => one.id !== found.id).map((one) => ({ value: one.id, label: one.name }))
    : [];
  return { fields, record: found ? recordOf(found) : fresh, found, others };
}

const recordOf = (found: CategoryToEdit): EditedRecord => ({
  values: categoryFields(found),
  version: String(found.version),
});

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "name-taken": { name: "There is already a category of this name. Merge this one into it instead." },
  "no-scale": { sizeScale: "This scale was deleted meanwhile. Please choose another." },
  "too-deep": {
    parentId: "Categories are two deep: that one is part of another, or this one has categories below it.",
  },
  "no-set": { kind: "This set of details was deleted meanwhile. Please choose another." },
};

/** Why products cannot change their set of details. */
function lostInWords({ products, labels }: LostDetails): string {
  const have = products === 1 ? "has" : "have";
  return `${plural(products, "product")} ${have} details filled in that the other set does not have: ${labels.join(", ")}. Add them to that set, or move the products first.`;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const key = recordKey(params.id);
  if (sent.get("intent") === "merge" && key !== null) {
    const merged = await mergeCategories(services, { actor, id: key, into: sent.get("into") ?? "" });
    if (!merged.ok && merged.refused === "details-lost")
      return refuseFields({ into: lostInWords(merged) }, 409, sent);
    if (!merged.ok && merged.refused === "too-deep")
      return refuseFields(
        { into: "Categories are part of this one, and that one is part of another." },
        409,
        sent,
      );
    return redirectWithToast(list, merged.ok ? "categoriesMerged" : "categoryGone");
  }
  return handleRecordForm(sent, {
    key,
    find: (id) => categoryToEdit(services, id),
    recordOf,
    read: readCategory(sent),
    saveAs: async (input, version) => {
      const saved = await saveCategory(services, { actor, id: key, version, input });
      return !saved.ok && saved.refused === "details-lost"
        ? { ok: false, errors: { kind: lostInWords(saved) } }
        : saved;
    },
    refusals,
    remove: (id) => deleteCategory(services, { actor, id }),
    kept: {
      "has-products": { name: "It has products by now. Merge it into another category." },
      "has-children": { name: "Other categories are part of it by now. Move them first." },
    },
    list,
    messages: { saved: "categorySaved", deleted: "categoryDeleted", gone: "categoryGone" },
  });
}

export default function EditCategory({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, record, found, others } = loaderData;
  const title = found?.name ?? "New category";
  return (
    <RecordScreen
      title={title}
      text={found && `${plural(found.products, "product")}, drafts and archived ones included.`}
      back={{ to: list, label: "Categories" }}
      deletion={found?.products === 0 && found.children === 0 && "It has no products. This cannot be undone."}
      actions={
        found && (
          <>
            <Link
              className="btn btn-secondary"
              to={href("/category/:categoryName?", { categoryName: found.slug })}
            >
              See it in the shop
            </Link>
            {others.length > 0 && (
              <Confirm
                id="merge-category"
                open="Merge into …"
                openClass="btn btn-secondary"
                title={`Merge ${title} into another category?`}
                text={`Its ${plural(found.products, "product")}, offers and search terms move there, its address leads there, and ${title} is deleted. This cannot be undone.`}
                button="Merge"
                fields={{ intent: "merge" }}
              >
                <Select label="Into" name="into" choices={others} />
              </Confirm>
            )}
          </>
        )
      }
      fields={fields}
      record={record}
      answer={useLastAnswer(actionData)}
      button="Save category"
    />
  );
}
