import { href } from "react-router";
import { brandKey, brandKind } from "../../../shop/brand/brand.server.ts";
import {
  type Brand,
  brandFields,
  brandPictures,
  pairings,
  pictureFields,
  pictureText,
  readBrand,
} from "../../../shop/brand/brand.ts";
import { saveBrandPicture } from "../../../shop/brand/brand-picture.server.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import type { RouteArgs } from "../../http/guards.server.ts";
import { brandPictureRefusals } from "../../parts/messages/office/brand-picture-messages.ts";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { servicesContext } from "../../services-context.ts";
import { answerPublishing, type Editor } from "./publishing.server.ts";

export const brandEditor: Editor<Brand> = {
  kind: brandKind,
  fields: [],
  read: readBrand,
  toFields: brandFields,
  shownAt: () => href("/"),
  inWords: (brand) => [
    { label: "Accent colour", text: brand.accent },
    { label: "Background colour", text: brand.background },
    { label: "Typefaces", text: pairings[brand.pairing] },
    { label: "Block-print pattern", text: brand.hasPattern ? "Shown" : "Not shown" },
    ...pictureFields.flatMap((field) => {
      const picture = brand[field];
      return picture
        ? [{ label: brandPictures[field], text: `${picture.width} × ${picture.height} pixels` }]
        : [];
    }),
  ],
};

/** Three pictures of 8 MB and the texts. */
const maxMegabytes = 24.5;

/**
 * Handles every form of the screen. Chosen pictures are stored first and then belong to what was typed, so that a
 * mistake in another field loses none.
 */
export async function answerBrand(asked: RouteArgs) {
  const form = await uploadForm(asked, maxMegabytes);
  if (!form) throw new Response("This form is too large.", { status: 413 });
  const services = asked.context.get(servicesContext);
  const { fields: sent, files } = form;
  const errors: Record<string, string> = {};
  for (const field of pictureFields) {
    if (sent.has(`${field}Remove`)) sent.set(field, "");
    sent.delete(`${field}Remove`);
    const [file] = files.get(`${field}File`) ?? [];
    if (!file) continue;
    const stored = await saveBrandPicture(services, field, file);
    if (stored.ok) sent.set(field, pictureText(stored.value));
    else errors[`${field}File`] = `It was not taken: ${brandPictureRefusals[stored.refused]}`;
  }
  if (Object.keys(errors).length > 0)
    return refuseFields(errors, 422, sent, { toast: officeMessages.formWrong });
  return answerPublishing(asked.context, brandEditor, {
    sent,
    key: brandKey,
    screen: href("/admin/brand"),
  });
}
