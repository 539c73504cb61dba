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
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
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

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const [sets, scales, all] = await Promise.all([
    attributeSets(services),
    sizeScales(services),
    categoryRows(services, ""),
  ]);
  const parents = all.filter((one) => one.parentId === null && one.id !== id);
  const fields = fieldsOf(
    sets.map(({ key, name }) => ({ value: key, label: name })),
    parents.map((one) => ({ value: one.id, label: one.name })),
    scales.map(({ key, name }) => ({ value: key, label: name })),
  );
  if (id === "new") return { fields, record: fresh, found: null, others: [] };
  const found = await categoryToEdit(services, id);
  if (!found) throw new Response("No such category", { status: 404 });
  const others = all.filter((one) => one.id !== id).map((one) => ({ value: one.id, label: one.name }));
  return { fields, record: recordOf(found), found, others };
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
  const id = params.id === "new" ? null : params.id;
  const intent = sent.get("intent");
  if (intent === "delete" && id !== null) {
    const deleted = await deleteCategory(services, { actor, id });
    if (!deleted.ok && deleted.refused === "has-products")
      return refuseFields({ name: "It has products by now. Merge it into another category." }, 409);
    if (!deleted.ok && deleted.refused === "has-children")
      return refuseFields({ name: "Other categories are part of it by now. Move them first." }, 409);
    return redirectWithToast(list, deleted.ok ? "categoryDeleted" : "categoryGone");
  }
  if (intent === "merge" && id !== null) {
    const merged = await mergeCategories(services, { actor, id, into: sent.get("into") ?? "" });
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
  return saveEdit(sent, {
    read: readCategory(sent),
    saveAs: async (input, version) => {
      const saved = await saveCategory(services, { actor, id, version, input });
      return !saved.ok && saved.refused === "details-lost"
        ? { ok: false, errors: { kind: lostInWords(saved) } }
        : saved;
    },
    refusals,
    now: async () => {
      const found = id === null ? null : await categoryToEdit(services, id);
      return found && recordOf(found);
    },
    saved: [list, "categorySaved"],
    gone: "categoryGone",
  });
}

export default function EditCategory({ loaderData, actionData }: Route.ComponentProps) {
  const { fields, record, found, others } = loaderData;
  const title = found?.name ?? "New category";
  return (
    <>
      <ScreenHead
        title={title}
        text={found && `${plural(found.products, "product")}, drafts and archived ones included.`}
        back={{ to: list, label: "Categories" }}
      >
        {found && (
          <Link
            className="btn btn-secondary"
            to={href("/category/:categoryName?", { categoryName: found.slug })}
          >
            See it in the shop
          </Link>
        )}
        {found && others.length > 0 && (
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
        {found?.products === 0 && found.children === 0 && (
          <Confirm
            id="delete-category"
            open="Delete"
            title={`Delete ${title}?`}
            text="It has no products. This cannot be undone."
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      <EditForm
        label={title}
        fields={fields}
        record={record}
        answer={useLastAnswer(actionData)}
        button="Save category"
        cancelTo={list}
      />
    </>
  );
}
