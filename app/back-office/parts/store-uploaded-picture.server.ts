import type { RouterContextProvider } from "react-router";
import type { ListImage } from "../../../shop/catalogue/catalogue.ts";
import { savePicture } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import { pictureRefusals } from "../../parts/messages/office/product-messages.ts";
import { servicesContext } from "../../services-context.ts";

/** A little more than a picture may have, for the rest of the form. */
const maxMegabytes = 8.1;

/** Stores the picture of a `PicturePanel`. Out: the picture; or why there is none, in words, and the answer's status. */
export async function storeUploadedPicture(asked: {
  request: Request;
  context: Readonly<RouterContextProvider>;
}): Promise<{ ok: true; picture: ListImage } | { ok: false; why: string; status: number }> {
  const form = await uploadForm(asked, maxMegabytes);
  const [file] = form?.files.get("picture") ?? [];
  if (form && !file) return { ok: false, why: "No file was sent.", status: 400 };
  const stored = file && (await savePicture(asked.context.get(servicesContext), file));
  if (stored?.ok) return { ok: true, picture: stored.value };
  const why = pictureRefusals[stored ? stored.refused : "picture-too-big"];
  return { ok: false, why: `The picture was not taken: ${why}`, status: 422 };
}
