import type { PictureRefusal } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import type { Toast } from "../../ui/toast.tsx";
import { messageWords } from "../messages/message-words.ts";
import * as returnMessages from "../messages/return-messages.ts";

const refusals = {
  "picture-too-big": returnMessages.photoTooBig,
  "picture-too-many-pixels": returnMessages.photoTooManyPixels,
  "picture-not-supported": returnMessages.photoNotSupported,
  "picture-animated": returnMessages.photoAnimated,
  "picture-broken": returnMessages.photoBroken,
  "no-space": returnMessages.photosNoSpace,
} as const satisfies Record<PictureRefusal, Toast>;

/** Whether a refusal of a form is about one of its photos. */
export function isPictureRefusal(refusal: string): refusal is PictureRefusal {
  return Object.hasOwn(refusals, refusal);
}

/** Why a photo was refused, for its field. */
export function pictureRefusalWords(refusal: PictureRefusal): string {
  return messageWords(refusals[refusal]);
}
