import { Link } from "react-router";
import { blogCategories } from "../../../shop/content/blog/article.ts";
import { articleFields, newArticle, readArticle } from "../../../shop/content/blog/article-form.ts";
import {
  type ArticleToEdit,
  articleToEdit,
  deleteArticle,
  saveArticle,
} from "../../../shop/content/blog/edit-article.server.ts";
import { articleHtml } from "../../../shop/content/blog/markdown.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { redirectWithToast, refuseFields, typedTexts } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { staffOf } from "../../http/guards.server.ts";
import { MadeHtml } from "../../parts/content/made-html.tsx";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type EditedRecord, type EditField, EditForm } from "../parts/edit-form.tsx";
import { PicturePanel } from "../parts/picture-panel.tsx";
import { saveEdit } from "../parts/save-edit.server.ts";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/article";

const list = "/admin/content";
const fields: EditField[] = [
  { name: "title", label: "Title" },
  { name: "slug", label: "URL", optional: true, hint: "/blog/… Empty: made from the title." },
  {
    name: "category",
    label: "Category",
    control: "select",
    options: blogCategories.map(({ id, label }) => ({ value: id, label })),
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
  if (params.id === "new") {
    const values = newArticle((await shopSettings(services)).shopName);
    return { record: { values, version: "" }, picture: null, slug: null };
  }
  const found = await articleToEdit(services, params.id);
  if (!found) throw new Response("No such article", { status: 404 });
  const slug = found.state === "published" ? found.slug : null;
  return {
    record: recordOf(found),
    picture: found.picture && { ...found.picture, alt: found.pictureAlt },
    slug,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const id = params.id === "new" ? null : params.id;
  if (fields.get("intent") === "delete" && id !== null) {
    const deleted = await deleteArticle(services, { actor, id });
    return redirectWithToast(list, deleted.ok ? "articleDeleted" : "articleGone");
  }
  const read = readArticle(fields);
  if (fields.get("intent") === "preview") {
    const body = read.ok ? undefined : read.errors.body;
    if (body) return refuseFields({ body }, 400, fields, { toast: officeMessages.formWrong });
    return { ok: true, typed: typedTexts(fields), preview: articleHtml(fields.get("body") ?? "") };
  }
  return saveEdit(fields, {
    read,
    saveAs: async (article, version) => {
      const saved = await saveArticle(services, { actor, id, version, article });
      return !saved.ok && saved.refused === "slug-taken"
        ? { ok: false, errors: { slug: "Another article has this address." } }
        : saved;
    },
    now: async () => {
      const found = await articleToEdit(services, params.id);
      return found && recordOf(found);
    },
    saved: [list, "articleSaved"],
    gone: "articleGone",
  });
}

const recordOf = (found: ArticleToEdit): EditedRecord => ({
  values: articleFields(found),
  version: String(found.version),
});

export default function Article({ loaderData, actionData, params }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const preview = answer && "preview" in answer ? answer.preview : undefined;
  const title = params.id === "new" ? "New article" : loaderData.record.values.title || "Article";
  const { picture, slug } = loaderData;
  return (
    <>
      <ScreenHead title={title} back={{ to: list, label: "Content" }}>
        {slug && (
          <Link className="btn btn-secondary" to={`/blog/${slug}`}>
            See it in the shop
          </Link>
        )}
        {params.id !== "new" && (
          <Confirm
            id="delete-article"
            open="Delete"
            title={`Delete ${title}?`}
            text={`This permanently deletes ${title}. Links to it will lead nowhere.`}
            button="Delete"
            fields={{ intent: "delete" }}
          />
        )}
      </ScreenHead>
      {params.id !== "new" && (
        <PicturePanel
          picture={picture}
          alt={picture?.alt ?? ""}
          action={`/admin/content/articles/${params.id}/picture`}
        />
      )}
      <EditForm
        label={title}
        fields={fields}
        record={loaderData.record}
        answer={answer}
        button="Save article"
        cancelTo={list}
      >
        <button type="submit" className="btn btn-secondary" name="intent" value="preview">
          Preview
        </button>
        {preview !== undefined && (
          <Panel title="Preview">
            <MadeHtml html={preview} />
          </Panel>
        )}
      </EditForm>
    </>
  );
}
