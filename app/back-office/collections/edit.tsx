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
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { sortLabels } from "../../parts/listing/controls.tsx";
import { servicesContext } from "../../services-context.ts";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { PicturePanel } from "../parts/picture-panel.tsx";
import { handleRecordForm, recordAt } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { previewRule } from "../parts/records/rule-preview.server.ts";
import { matchesToShow, RuleEditor } from "../parts/rule-editor.tsx";
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
    options: Object.entries(sortLabels).map(([value, label]) => ({ value, label })),
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

const fresh: EditedRecord = { values: newCollection, version: "" };

export async function loader({ context, params: { slug = "new" } }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const subject = productRulesOf(await productRuleChoices(services));
  const found = await recordAt(slug, (one) => collectionToEdit(services, one));
  const matches = found?.rule ? await countMatches(services, found.rule) : undefined;
  return {
    name: found?.name,
    record: found ? recordOf(found) : fresh,
    picture: found?.picture ?? null,
    subject,
    matches,
  };
}

const recordOf = (found: CollectionToEdit): EditedRecord => ({
  values: collectionFields(found),
  version: String(found.version),
});

/** The message of a refusal at its field. */
const refusals: Record<string, Record<string, string>> = {
  "slug-taken": { slug: "Another collection or a category has this address." },
  "too-many": { name: "There are 60 collections already, the most that menus and filters can show." },
};

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const subject = productRulesOf(await productRuleChoices(services));
  const preview = await previewRule(sent, subject, (rule) => countMatches(services, rule));
  if (preview) return preview;
  const key = params.slug ?? null;
  return handleRecordForm(sent, {
    key,
    find: (slug) => collectionToEdit(services, slug),
    recordOf,
    read: readCollection(sent, subject),
    saveAs: (input, version) => saveCollection(services, { actor, slug: key, version, input }),
    refusals,
    remove: (slug) => deleteCollection(services, { actor, slug }),
    kept: {
      "in-offer": { name: "An offer is for this collection. End or change the offer before you delete it." },
    },
    list,
    messages: { saved: "collectionSaved", deleted: "collectionDeleted", gone: "collectionGone" },
  });
}

export default function EditCollection({ loaderData, actionData, params: { slug } }: Route.ComponentProps) {
  const { name, record, picture, subject } = loaderData;
  const answer = useLastAnswer(actionData);
  const matches = matchesToShow(answer, loaderData.matches);
  const links = slug !== undefined && (
    <>
      <Link className="btn btn-secondary" to={href("/category/:categoryName?", { categoryName: slug })}>
        See it in the shop
      </Link>
      <Link className="btn btn-secondary" to={href("/admin/collections/:slug/products", { slug })}>
        Sort products
      </Link>
    </>
  );
  return (
    <RecordScreen
      title={name ?? "New collection"}
      back={{ to: list, label: "Collections" }}
      deletion={
        name &&
        "Its products stay in the shop, and its address will show all products. This cannot be undone."
      }
      moreActions={links}
      below={
        slug !== undefined && (
          <PicturePanel
            picture={picture}
            alt=""
            action={href("/admin/collections/:slug/picture", { slug })}
            hint="For its tile on the home page."
          />
        )
      }
      fields={fields}
      record={record}
      answer={answer}
      button="Save collection"
      more={(shown, theirs, touch) => (
        <RuleEditor
          countAt={href("/admin/rules/products")}
          subject={subject}
          shown={shown}
          theirs={theirs}
          matches={matches}
          touch={touch}
        />
      )}
    />
  );
}
