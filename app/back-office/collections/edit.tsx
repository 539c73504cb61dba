import { href, Link } from "react-router";
import {
  collectionFields,
  newCollection,
  readCollection,
} from "../../../shop/catalogue/edit/collection-form.ts";
import {
  type CollectionToEdit,
  collectionToEdit,
  deleteCollection,
  saveCollection,
} from "../../../shop/catalogue/edit/edit-collection.server.ts";
import { countMatches, productRuleChoices } from "../../../shop/catalogue/membership/membership.server.ts";
import { productRulesOf } from "../../../shop/catalogue/membership/product-rules.ts";
import { readRule } from "../../../shop/rules/rules.ts";
import { redirectWithToast, refuseFields, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { sortLabels } from "../../parts/listing/controls.tsx";
import { productMessages } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { PicturePanel } from "../parts/picture-panel.tsx";
import { RuleEditor } from "../parts/rule-editor.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/edit";

const list = "/admin/collections";
const fields: EditField[] = [
  { name: "name", label: "Name", hint: "In menus and tiles, such as Festive wear." },
  { name: "title", label: "Title", optional: true, hint: "Above its list of products. Empty: the name." },
  {
    name: "slug",
    label: "URL",
    optional: true,
    hint: "/category/… Empty: made from the name. After a change the old address leads to the new one.",
  },
  { name: "description", label: "Description", optional: true, control: "long", rows: 3 },
  { name: "position", label: "Position", control: "number", hint: "Lower comes first." },
  { name: "isInMenus", label: "Show in the menus", control: "check" },
  { name: "isOnHome", label: "Show in “Shop by Category” on the home page", control: "check" },
  {
    name: "metaTitle",
    label: "Title for search engines",
    optional: true,
    hint: "At most 70 characters. Empty: the title.",
  },
  {
    name: "metaDescription",
    label: "Description for search engines",
    optional: true,
    control: "long",
    rows: 3,
    hint: "At most 200 characters. Empty: made from the title and the number of products.",
  },
  {
    name: "defaultSort",
    label: "Order of its products",
    control: "select",
    hint: "Until a shopper chooses another. Recommended shows pinned products first.",
    options: sortLabels.map(([value, label]) => ({ value, label })),
  },
  {
    name: "chosen",
    label: "Products",
    control: "select",
    hint: "By rules, its products are those that fit, now and later; others leave it. Back to by hand, it keeps what it had.",
    options: [
      { value: "hand", label: "Chosen by hand" },
      { value: "rule", label: "By rules" },
    ],
  },
];

export async function loader({ context, params: { slug } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = productRulesOf(await productRuleChoices(services));
  if (slug === undefined)
    return { record: { values: newCollection, version: "" }, picture: null, subject, matches: undefined };
  const found = await collectionToEdit(services, slug);
  if (!found) throw new Response("No such collection", { status: 404 });
  const matches = found.rule ? await countMatches(services, found.rule) : undefined;
  return { record: recordOf(found), picture: found.picture, subject, matches };
}

const recordOf = (found: CollectionToEdit): EditedRecord => ({
  values: collectionFields(found),
  version: String(found.version),
});

const inOffer = { name: "An offer is for this collection. End or change the offer before you delete it." };

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "slug-taken": { slug: "Another collection or a category has this address." },
  "too-many": { name: "There are 60 collections already, the most that menus and filters can show." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const slug = params.slug ?? null;
  if (sent.get("intent") === "delete" && slug !== null) {
    const deleted = await deleteCollection(services, { actor, slug });
    if (!deleted.ok && deleted.refused === "in-offer")
      return refuseFields(inOffer, 409, undefined, { toast: productMessages.collectionInOffer });
    return redirectWithToast(list, deleted.ok ? "collectionDeleted" : "collectionGone");
  }
  const subject = productRulesOf(await productRuleChoices(services));
  if (sent.get("intent") === "preview" || sent.has("remove")) {
    sent.delete(`rule.${sent.get("remove")}.field`);
    const rule = readRule(subject, sent);
    const matches = rule.ok ? await countMatches(services, rule.value) : null;
    return { ok: true, typed: typedTexts(sent), errors: rule.ok ? {} : rule.errors, matches };
  }
  return saveEdit(sent, {
    read: readCollection(sent, subject),
    saveAs: (input, version) => saveCollection(services, { actor, slug, version, input }),
    refusals,
    now: async () => {
      const found = slug === null ? null : await collectionToEdit(services, slug);
      return found && recordOf(found);
    },
    saved: [list, "collectionSaved"],
    gone: "collectionGone",
  });
}

export default function EditCollection({ loaderData, actionData, params: { slug } }: Route.ComponentProps) {
  const { record, picture, subject } = loaderData;
  const answer = useLastAnswer(actionData);
  // Those of the rule as it is saved say nothing about one that was refused.
  const saved = answer ? undefined : loaderData.matches;
  const matches = answer && "matches" in answer ? answer.matches : saved;
  const title = slug === undefined ? "New collection" : record.values.name || "Collection";
  return (
    <>
      <ScreenHead
        title={title}
        back={{ to: list, label: "Collections" }}
        more={
          slug !== undefined && (
            <>
              <Link
                className="btn btn-secondary"
                to={href("/category/:categoryName?", { categoryName: slug })}
              >
                See it in the shop
              </Link>
              <Link className="btn btn-secondary" to={href("/admin/collections/:slug/products", { slug })}>
                Sort products
              </Link>
            </>
          )
        }
      >
        {slug !== undefined && (
          <Confirm
            id="delete-collection"
            open="Delete"
            title={`Delete ${title}?`}
            text="Its products stay in the shop, and its address will show all products. This cannot be undone."
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      {slug !== undefined && (
        <PicturePanel
          picture={picture}
          alt=""
          action={href("/admin/collections/:slug/picture", { slug })}
          hint="For its tile on the home page."
        />
      )}
      <EditForm
        label={title}
        fields={fields}
        record={record}
        answer={answer}
        button="Save collection"
        cancelTo={list}
        more={(shown, theirs) => (
          <RuleEditor countAt={href("/admin/rules/products")} {...{ subject, shown, theirs, matches }} />
        )}
      />
    </>
  );
}
