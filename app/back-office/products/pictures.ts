import { savePicture } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { pictureRefusals } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/pictures";

/** One picture of 8 MB and the multipart overhead. */
const maxMegabytes = 8.1;

export function loader() {
  return new Response("Pictures are sent here.", { status: 404 });
}

/** Stores one picture (field "picture"). Answers {picture}, or {refused} with the error text. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await uploadForm({ request, context }, maxMegabytes);
  if (!form) return Response.json({ refused: pictureRefusals["picture-too-big"] }, { status: 413 });
  const [file] = form.files.get("picture") ?? [];
  if (!file) return Response.json({ refused: "there is nothing in it." }, { status: 400 });
  const stored = await savePicture(context.get(servicesContext), file);
  if (!stored.ok) return Response.json({ refused: pictureRefusals[stored.refused] }, { status: 422 });
  return Response.json({ picture: stored.value });
}
