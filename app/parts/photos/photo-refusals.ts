import type { PictureRefusal } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import { messages } from "../messages/messages.ts";

const refusals = {
  "picture-too-big": "photoTooBig",
  "picture-too-many-pixels": "photoTooManyPixels",
  "picture-not-supported": "photoNotSupported",
  "picture-animated": "photoAnimated",
  "picture-broken": "photoBroken",
  "no-space": "photosNoSpace",
} as const satisfies Record<PictureRefusal, keyof typeof messages>;

/** Whether a refusal of a form is about one of its photos. */
export function isPictureRefusal(refusal: string): refusal is PictureRefusal {
  return Object.hasOwn(refusals, refusal);
}

/** Why a photo was refused, for its field. */
export function pictureRefusalWords(refusal: PictureRefusal): string {
  return messageWords(refusals[refusal]);
}

/** A message as the error of a field: its title and its text. */
export function messageWords(message: keyof typeof messages): string {
  const { title, text } = messages[message];
  return [title, text].filter(Boolean).join(". ").replace(/\.\. /, ". ");
}
