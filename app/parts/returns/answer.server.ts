import { randomUUID } from "node:crypto";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../../shop/access/actor.ts";
import type { PictureRefusal } from "../../../shop/catalogue/pictures/save-picture.server.ts";
import type { Done } from "../../../shop/refused.ts";
import { type ReturnRefusal, requestReturn } from "../../../shop/returns/request-return.server.ts";
import { lateReasonNeeded, readReturn } from "../../../shop/returns/return-form.ts";
import { returnPage } from "../../../shop/returns/return-page.server.ts";
import type { ReturnRequest } from "../../../shop/returns/returns.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { uploadForm } from "../../http/forms/upload-form.server.ts";
import type { RouteArgs } from "../../http/guards.server.ts";
import type { Toast } from "../../ui/toast.tsx";
import { allMessages } from "../messages/all-messages.ts";
import { messageWords } from "../messages/message-words.ts";
import * as returnMessages from "../messages/return-messages.ts";
import { isPictureRefusal, pictureRefusalWords } from "../photos/photo-refusals.server.ts";

/** Four photos of 8 MB and the text fields; larger requests are refused. */
const maxMegabytes = 33;

type Own = Exclude<ReturnRefusal, "not-found" | PictureRefusal>;

const customerWords: Record<Own, Toast> = {
  "not-allowed": returnMessages.returnNotFound,
  "not-delivered": returnMessages.returnNotDelivered,
  "too-late": returnMessages.returnTooLate,
  "late-reason-needed": returnMessages.returnTooLate,
  "too-many": returnMessages.returnTooMany,
  "nothing-chosen": returnMessages.returnNothingChosen,
  "no-such-exchange": returnMessages.returnNoSuchExchange,
  "price-differs": returnMessages.returnPriceDiffers,
  "out-of-stock": returnMessages.returnOutOfStock,
  "too-often": allMessages.tooManyTries,
  "too-many-photos": returnMessages.returnTooManyPhotos,
};

/** Those that read differently for staff. */
const staffWords: Partial<Record<Own, string>> = {
  "not-allowed": "Your role does not change orders.",
  "not-delivered": "The order has not been delivered.",
  "late-reason-needed": lateReasonNeeded,
  "too-many": "That is more than is left to return. Another return of this order may have been entered.",
  "price-differs": "Only items of the same price are exchanged. Choose a refund and enter a new order.",
};

const wordsFor = (actor: Actor, refused: Own) =>
  (actor.kind === "customer" ? undefined : staffWords[refused]) ?? messageWords(customerWords[refused]);

/**
 * Handles the form of a return, of a customer for an own order or of staff for any. Out: the request, or the form's
 * answer with errors by field and the typed values; 404 for an order that is unknown or not the customer's.
 */
export async function handleReturnForm(
  services: Services,
  actor: Actor,
  orderId: string,
  asked: RouteArgs,
): Promise<Done<ReturnRequest> | { ok: false; answer: ReturnType<typeof refuseFields> }> {
  const page = await returnPage(services, orderId, actor.kind === "customer" ? actor.id : undefined);
  if (!page) return { ok: false, answer: refuseFields({}, 404) };
  const form = await uploadForm(asked, maxMegabytes);
  if (!form)
    return { ok: false, answer: refuseFields({ photos: messageWords(returnMessages.photoTooBig) }, 400) };
  const { fields, files } = form;
  const isLate = actor.kind !== "customer" && page.window?.open === false;
  const read = readReturn(fields, page.lines, { isLate });
  if (!read.ok) return { ok: false, answer: refuseFields(read.errors, 400, fields) };
  const requested = await requestReturn(services, actor, orderId, {
    ...read.value,
    formKey: /^[\w-]{8,64}$/.exec(fields.get("key") ?? "")?.[0] ?? randomUUID(),
    photos: files.get("photos") ?? [],
  });
  if (requested.ok) return requested;
  const { refused } = requested;
  if (refused === "not-found") return { ok: false, answer: refuseFields({}, 404, fields) };
  const errors = isPictureRefusal(refused)
    ? { photos: pictureRefusalWords(refused) }
    : { [fieldOf(refused)]: wordsFor(actor, refused) };
  return { ok: false, answer: refuseFields(errors, 400, fields) };
}

function fieldOf(refused: Own): string {
  if (refused === "too-many-photos") return "photos";
  return refused === "late-reason-needed" ? "lateReason" : "lines";
}
