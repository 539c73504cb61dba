import { href, Link } from "react-router";
import { categoryFields, readCategory } from "../../../shop/catalogue/edit/category-form.ts";
import {
  type CategoryToEdit,
  categoryRows,
  categoryToEdit,
  deleteCategory,
  mergeCategories,
  saveCategory,
} from "../../../shop/catalogue/edit/edit-category.server.ts";
import { attributeSets } from "../../../shop/catalogue/kinds/attribute-sets.server.ts";
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
const fieldsOf = (sets: { key: string; name: string }[]): EditField[] => [
  { name: "name", label: "Name", hint: "In lists and filters, such as Kurtas." },
  {
    name: "kind",
    label: "Details of its products",
    control: "select",
    options: sets.map(({ key, name }) => ({ value: key, label: name })),
    hint: "It cannot be changed while the category has products.",
  },
];
const fresh: EditedRecord = { values: { kind: "dress" }, version: "" };

export async function loader({ context, params: { id } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const fields = fieldsOf(await attributeSets(services));
  if (id === "new") return { fields, record: fresh, found: null, others: [] };
  const found = await categoryToEdit(services, id);
  if (!found) throw new Response("No such category", { status: 404 });
  const alike = (await categoryRows(services, "")).filter((one) => one.kind === found.kind && one.id !== id);
  const others = alike.map((one) => ({ value: one.id, label: one.name }));
  return { fields, record: recordOf(found), found, others };
}

const recordOf = (found: CategoryToEdit): EditedRecord => ({
  values: categoryFields(found),
  version: String(found.version),
});

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "name-taken": { name: "There is already a category of this name. Merge this one into it instead." },
  "no-set": { kind: "This set of details was deleted meanwhile. Please choose another." },
  "kind-in-use": { kind: "Its products have details of the present kind. Move them first." },
};

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
    return redirectWithToast(list, deleted.ok ? "categoryDeleted" : "categoryGone");
  }
  if (intent === "merge" && id !== null) {
    const merged = await mergeCategories(services, { actor, id, into: sent.get("into") ?? "" });
    if (!merged.ok && merged.refused === "other-kind")
      return refuseFields({ into: "Their products have different details." }, 409, sent);
    return redirectWithToast(list, merged.ok ? "categoriesMerged" : "categoryGone");
  }
  return saveEdit(sent, {
    read: readCategory(sent),
    saveAs: async (input, version) => {
      const saved = await saveCategory(services, { actor, id, version, input });
      const errors = saved.ok ? undefined : refusals[saved.refused];
      return errors ? { ok: false, errors } : saved;
    },
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
        {found?.products === 0 && (
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
