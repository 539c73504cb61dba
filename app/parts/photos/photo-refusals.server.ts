import type { PictureRefusal } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import type { Toast } from "../../ui/toast.tsx";
import { messageWords } from "../messages/message-words.ts";
import * as messages from "../messages/messages.ts";

const refusals = {
  "picture-too-big": messages.photoTooBig,
  "picture-too-many-pixels": messages.photoTooManyPixels,
  "picture-not-supported": messages.photoNotSupported,
  "picture-animated": messages.photoAnimated,
  "picture-broken": messages.photoBroken,
  "no-space": messages.photosNoSpace,
} as const satisfies Record<PictureRefusal, Toast>;

/** Whether a refusal of a form is about one of its photos. */
export function isPictureRefusal(refusal: string): refusal is PictureRefusal {
  return Object.hasOwn(refusals, refusal);
}

/** Why a photo was refused, for its field. */
export function pictureRefusalWords(refusal: PictureRefusal): string {
  return messageWords(refusals[refusal]);
}
