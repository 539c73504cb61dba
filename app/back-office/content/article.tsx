import { Link } from "react-router";
import { articleFields, newArticle, readArticle } from "../../../shop/content/blog/article-form.server.ts";
import { articleCategories } from "../../../shop/content/blog/articles.server.ts";
import {
  type ArticleToEdit,
  articleToEdit,
  deleteArticle,
  saveArticle,
} from "../../../shop/content/blog/edit-article.server.ts";
import { articleHtml } from "../../../shop/content/blog/markdown.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { refuseFields, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { MadeHtml } from "../../parts/content/made-html.tsx";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { EditedRecord, EditField } from "../parts/edit-form.tsx";
import { PicturePanel } from "../parts/picture-panel.tsx";
import { handleRecordForm, recordAt, recordKey } from "../parts/records/record-form.server.ts";
import { RecordScreen } from "../parts/records/record-screen.tsx";
import { Panel } from "../parts/screen-head.tsx";
import type { Route } from "./+types/article";

const list = "/admin/content";
const fieldsOf = (categories: readonly string[]): EditField[] => [
  { name: "title", label: "Title" },
  { name: "slug", label: "URL", optional: true, hint: "/blog/… Empty: made from the title." },
  {
    name: "category",
    label: "Category",
    suggestions: categories,
    hint: "Of an earlier article, or a new one. The blog has a button for each.",
  },
  { name: "excerpt", label: "Summary", control: "long", rows: 3 },
  {
    name: "body",
    label: "Text",
    control: "long",
    rows: 18,
    hint: "Markdown: ## heading, **bold**, *italic*, - list, [words](https://address). HTML shows as text.",
  },
  { name: "author", label: "Author" },
  {
    name: "publishedAt",
    label: "Publish date",
    control: "time",
    optional: true,
    hint: "Indian time. Leave empty for a draft.",
  },
  {
    name: "pictureAlt",
    label: "What the picture shows",
    optional: true,
    hint: "For people who cannot see it.",
  },
];

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const found = await recordAt(params.id, (id) => articleToEdit(services, id));
  const categories = await articleCategories(services, { drafts: true });
  if (!found) {
    const values = newArticle((await shopSettings(services)).shopName);
    return { record: { values, version: "" }, picture: null, slug: null, categories };
  }
  return {
    title: found.title,
    record: recordOf(found),
    picture: found.picture && { ...found.picture, alt: found.pictureAlt },
    slug: found.state === "published" ? found.slug : null,
    categories,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const read = readArticle(fields);
  if (fields.get("intent") === "preview") {
    const body = read.ok ? undefined : read.errors.body;
    if (body) return refuseFields({ body }, 400, fields, { toast: officeMessages.formWrong });
    return { ok: true, typed: typedTexts(fields), preview: articleHtml(fields.get("body") ?? "") };
  }
  const key = recordKey(params.id);
  return handleRecordForm(fields, {
    key,
    find: (id) => articleToEdit(services, id),
    recordOf,
    read,
    saveAs: (article, version) => saveArticle(services, { actor, id: key, version, article }),
    refusals: { "slug-taken": { slug: "Another article has this address." } },
    remove: (id) => deleteArticle(services, { actor, id }),
    list,
    messages: {
      saved: savedMessage(read, services.clock.now()),
      deleted: "articleDeleted",
      gone: "articleGone",
    },
  });
}

function savedMessage(read: ReturnType<typeof readArticle>, now: Date) {
  const at = read.ok ? read.value.publishedAt : null;
  if (!at) return "articleDraftSaved";
  return at > now ? "articleScheduled" : "articlePublished";
}

const recordOf = (found: ArticleToEdit): EditedRecord => ({
  values: articleFields(found),
  version: String(found.version),
});

export default function Article({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const preview = answer && "preview" in answer ? answer.preview : undefined;
  const { title, record, picture, slug, categories } = loaderData;
  return (
    <RecordScreen
      title={title ?? "New article"}
      back={{ to: list, label: "Content" }}
      deletion={title && `This permanently deletes ${title}. Links to it will lead nowhere.`}
      actions={
        slug && (
          <Link className="btn btn-secondary" to={`/blog/${slug}`}>
            See it in the shop
          </Link>
        )
      }
      below={
        title && (
          <PicturePanel
            picture={picture}
            alt={picture?.alt ?? ""}
            action={`/admin/content/articles/${params.id}/picture`}
          />
        )
      }
      fields={fieldsOf(categories)}
      record={record}
      answer={answer}
      button="Save article"
    >
      <button type="submit" className="btn btn-secondary" name="intent" value="preview">
        Preview
      </button>
      {preview !== undefined && (
        <Panel title="Preview">
          <MadeHtml html={preview} />
        </Panel>
      )}
    </RecordScreen>
  );
}
