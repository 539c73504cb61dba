import { data, Form, Link, redirect } from "react-router";
import { blogCategories } from "../../../shop/content/blog/article.ts";
import { articleFields, emptyArticle, readArticle } from "../../../shop/content/blog/article-form.ts";
import { articleToEdit, deleteArticle, saveArticle } from "../../../shop/content/blog/edit-article.server.ts";
import { articleHtml } from "../../../shop/content/blog/markdown.server.ts";
import { messages } from "../../parts/messages/messages.ts";
import { ResponsivePicture } from "../../parts/picture.tsx";
import { servicesContext } from "../../services-context.ts";
import type { Toast } from "../../ui/toast.tsx";
import { formFields } from "../../web/forms/form.server.ts";
import { useLastAnswer } from "../../web/forms/use-last-answer.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { Confirm } from "../parts/confirm.tsx";
import { type Edit, type EditField, EditForm } from "../parts/edit-form.tsx";
import { Panel, ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/article";

const list = "/admin/content";
const fields: EditField[] = [
  { name: "title", label: "Title" },
  { name: "slug", label: "Address", optional: true, hint: "/blog/… Empty: made from the title." },
  {
    name: "category",
    label: "Category",
    control: "select",
    options: blogCategories.map(({ id, label }) => ({ value: id, label })),
  },
  { name: "excerpt", label: "In two sentences", control: "long", rows: 3 },
  {
    name: "body",
    label: "Text",
    control: "long",
    rows: 18,
    hint: "Markdown: ## heading, **bold**, *italic*, - list, [words](https://address). HTML shows as text.",
  },
  { name: "author", label: "Written by" },
  {
    name: "publishedAt",
    label: "Comes out",
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
  if (params.id === "new") {
    return { edit: { values: emptyArticle, version: "" } satisfies Edit, picture: null, slug: null };
  }
  const found = await articleToEdit(context.get(servicesContext), params.id);
  if (!found) throw new Response("No such article", { status: 404 });
  const edit: Edit = { values: articleFields(found), version: String(found.version) };
  const slug = found.state === "published" ? found.slug : null;
  return { edit, picture: found.picture && { ...found.picture, alt: found.pictureAlt }, slug };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const sent = await formFields({ request, context });
  const id = params.id === "new" ? null : params.id;
  const leave = (message: "articleSaved" | "articleDeleted" | "articleGone") =>
    redirect(list, { status: 303, headers: { "Set-Cookie": flashCookie(message) } });
  if (sent.get("intent") === "delete" && id !== null) {
    const deleted = await deleteArticle(services, { actor, id });
    return leave(deleted.ok ? "articleDeleted" : "articleGone");
  }
  const version = sent.get("version") ?? "";
  const values = Object.fromEntries(fields.map(({ name }) => [name, sent.get(name) ?? ""]));
  const again = (edit: Edit, status: number, toast: Toast | undefined, preview: string | null = null) =>
    data({ edit, toast, preview }, status);
  const wrong = (errors: Record<string, string>) =>
    again({ values, version, errors }, 400, messages.formWrong);
  const read = readArticle(sent);
  if (sent.get("intent") === "preview") {
    if (!read.ok && read.errors.body) return wrong({ body: read.errors.body });
    return again({ values, version }, 200, undefined, articleHtml(values.body ?? ""));
  }
  if (!read.ok) return wrong(read.errors);
  const saved = await saveArticle(services, { actor, id, version, article: read.article });
  if (saved.ok) return leave("articleSaved");
  if (saved.refused === "slug-taken") return wrong({ slug: "Another article has this address." });
  const now = await articleToEdit(services, params.id);
  if (!now) return leave("articleGone");
  const edit: Edit = { values, version: String(now.version), theirs: articleFields(now) };
  return again(edit, 409, messages.changedMeanwhile);
}

export default function Article({ loaderData, actionData, params }: Route.ComponentProps) {
  const answered = useLastAnswer(actionData);
  const edit = answered?.edit ?? loaderData.edit;
  const title = params.id === "new" ? "New article" : loaderData.edit.values.title || "Article";
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
      {params.id !== "new" && <ArticlePicture id={params.id} picture={picture} />}
      <EditForm
        label={title}
        fields={fields}
        edit={edit}
        toast={answered?.toast}
        button="Save article"
        cancelTo={list}
      >
        <button type="submit" className="btn btn-secondary" name="intent" value="preview">
          Preview
        </button>
        {answered?.preview != null && (
          <Panel title="Preview">
            <div
              className="words"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: made from Markdown by articleHtml, which lets no HTML through
              dangerouslySetInnerHTML={{ __html: answered.preview }}
            />
          </Panel>
        )}
      </EditForm>
    </>
  );
}

/** A separate form: it works without scripts, and a refused picture loses no text. */
function ArticlePicture({
  id,
  picture,
}: {
  id: string;
  picture: Route.ComponentProps["loaderData"]["picture"];
}) {
  return (
    <Panel title="Picture">
      {picture && (
        <div className="article-picture">
          <ResponsivePicture picture={picture} sizes="12rem" />
        </div>
      )}
      <Form
        method="post"
        action={`/admin/content/articles/${id}/picture`}
        encType="multipart/form-data"
        className="edit-form"
      >
        <div className="field">
          <label htmlFor="picture">{picture ? "Another picture" : "Picture"}</label>
          <input
            id="picture"
            className="input"
            type="file"
            name="picture"
            accept="image/jpeg,image/png,image/webp,image/avif"
          />
          <p className="hint">
            JPEG, PNG, WebP or AVIF up to 8 MB. Save the text first; it is not part of this form.
          </p>
        </div>
        <button type="submit" className="btn btn-secondary">
          {picture ? "Replace the picture" : "Add the picture"}
        </button>
      </Form>
    </Panel>
  );
}
