import { href, Link } from "react-router";
import { setCollectionPicture } from "../../../shop/catalogue/edit/edit-collection.server.ts";
import { savePicture } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import { redirectWithToast, refuseFields } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { pictureRefusals } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { ScreenHead } from "../parts/screen-head.tsx";
import type { Route } from "./+types/picture";

const maxMegabytes = 8.1;

export function loader() {
  return null;
}

export async function action({ request, context, params: { slug } }: Route.ActionArgs) {
  const actor = staffOf(context);
  const services = context.get(servicesContext);
  const form = await uploadForm({ request, context }, maxMegabytes);
  const [file] = form?.files.get("picture") ?? [];
  if (form && !file) return refuseFields({ picture: "No file was sent." }, 400);
  const stored = file && (await savePicture(services, file));
  if (!stored?.ok) {
    const why = pictureRefusals[stored ? stored.refused : "picture-too-big"];
    return refuseFields({ picture: `The picture was not taken: ${why}` }, 422);
  }
  const saved = await setCollectionPicture(services, { actor, slug, key: stored.value.key });
  return saved.ok
    ? redirectWithToast(href("/admin/collections/:slug/edit", { slug }), "collectionPictured")
    : redirectWithToast("/admin/collections", "collectionGone");
}

/** Shown only when a picture was refused. */
export default function CollectionPictureRefused({ actionData, params: { slug } }: Route.ComponentProps) {
  const back = href("/admin/collections/:slug/edit", { slug });
  return (
    <>
      <ScreenHead title="Picture" back={{ to: back, label: "Collection" }} />
      {actionData && <Notice tone="wrong" title="Nothing was saved" text={actionData.errors.picture} />}
      <Link className="btn btn-primary" to={back}>
        Back to the collection
      </Link>
    </>
  );
}
