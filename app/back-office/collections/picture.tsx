import { href } from "react-router";
import { setCollectionPicture } from "../../../shop/catalogue/edit/edit-collection.server.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import { PictureRefused } from "../parts/picture-panel.tsx";
import { storeUploadedPicture } from "../parts/store-uploaded-picture.server.ts";
import type { Route } from "./+types/picture";

export function loader() {
  return null;
}

export async function action({ request, context, params: { slug } }: Route.ActionArgs) {
  const actor = staffOf(context);
  const stored = await storeUploadedPicture({ request, context });
  if (!stored.ok) return refuseFields({ picture: stored.why }, stored.status);
  const services = context.get(servicesContext);
  const saved = await setCollectionPicture(services, { actor, slug, key: stored.picture.key });
  return saved.ok
    ? redirectWithToast(href("/admin/collections/:slug/edit", { slug }), "collectionPictured")
    : redirectWithToast("/admin/collections", "collectionGone");
}

export default function CollectionPicture({ actionData, params: { slug } }: Route.ComponentProps) {
  const back = href("/admin/collections/:slug/edit", { slug });
  return <PictureRefused why={actionData?.errors.picture} back={back} record="collection" />;
}
