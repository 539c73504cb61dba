import { setArticlePicture } from "../../../shop/content/blog/edit-article.server.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { PictureRefused } from "../parts/picture-panel.tsx";
import { storeUploadedPicture } from "../parts/store-uploaded-picture.server.ts";
import type { Route } from "./+types/picture";

export function loader() {
  return null;
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const actor = staffOf(context);
  const stored = await storeUploadedPicture({ request, context });
  if (!stored.ok) return refuseFields({ picture: stored.why }, stored.status);
  const services = context.get(servicesContext);
  const saved = await setArticlePicture(services, { actor, id, picture: stored.picture });
  return saved.ok
    ? redirectWithToast(`/admin/content/articles/${id}`, "articlePictured")
    : redirectWithToast("/admin/content", "articleGone");
}

export default function ArticlePicture({ actionData, params: { id } }: Route.ComponentProps) {
  return (
    <PictureRefused
      why={actionData?.errors.picture}
      back={`/admin/content/articles/${id}`}
      record="article"
    />
  );
}
