import { data, Link, redirect } from "react-router";
import { savePicture } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import { setArticlePicture } from "../../../shop/content/blog/edit-article.server.ts";
import { pictureRefusals } from "../../parts/messages/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { uploadForm } from "../../web/forms/upload-form.server.ts";
import { staffOf } from "../../web/guards.server.ts";
import { flashCookie } from "../../web/toast.server.ts";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/picture";

const maxMegabytes = 8.1;

export function loader() {
  return null;
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const form = await uploadForm({ request, context }, maxMegabytes);
  const [file] = form?.files.get("picture") ?? [];
  if (form && !file) return data({ refused: "No file was sent." }, 400);
  const stored = file && (await savePicture(services, file));
  if (!stored?.ok) {
    const why = pictureRefusals[stored ? stored.refused : "picture-too-big"];
    return data({ refused: `The picture was not taken: ${why}` }, 422);
  }
  const saved = await setArticlePicture(services, { actor, id: params.id, picture: stored.value });
  const [to, message] = saved.ok
    ? ([`/admin/content/articles/${params.id}`, "articlePictured"] as const)
    : (["/admin/content", "articleGone"] as const);
  return redirect(to, { status: 303, headers: { "Set-Cookie": flashCookie(message) } });
}

/** Shown only when a picture was refused. */
export default function ArticlePictureRefused({ actionData, params }: Route.ComponentProps) {
  const back = `/admin/content/articles/${params.id}`;
  return (
    <>
      <ScreenHead title="Picture" back={{ to: back, label: "Article" }} />
      {actionData && <Notice tone="wrong" title="Nothing was saved" text={actionData.refused} />}
      <Link className="btn btn-primary" to={back}>
        Back to the article
      </Link>
    </>
  );
}
