import { randomUUID } from "node:crypto";
import type { Services } from "../../../../platform/services.server.ts";
import type { Customer } from "../../../../shop/access/actor.ts";
import type { PictureRefusal } from "../../../../shop/catalogue/pictures/save-picture.server.ts";
import { type ReturnRefusal, requestReturn } from "../../../../shop/returns/request-return.server.ts";
import { readReturn } from "../../../../shop/returns/return-form.ts";
import { returnPage } from "../../../../shop/returns/return-page.server.ts";
import { redirectWithToast, refuseFields } from "../../../http/forms/answer.server.ts";
import { uploadForm } from "../../../http/forms/upload-form.server.ts";
import type { RouteArgs } from "../../../http/guards.server.ts";
import type { MessageName } from "../../../http/toast.server.ts";
import { allMessages } from "../../../parts/messages/all-messages.ts";
import { messageWords } from "../../../parts/messages/message-words.ts";
import { returnPath } from "../../../parts/orders/order-links.ts";
import { isPictureRefusal, pictureRefusalWords } from "../../../parts/photos/photo-refusals.server.ts";

/** Four photos of 8 MB and the text fields; larger requests are refused. */
const maxMegabytes = 33;

type Own = Exclude<ReturnRefusal, "not-found" | PictureRefusal>;

const refusals: Record<Own, MessageName> = {
  "not-delivered": "returnNotDelivered",
  "too-late": "returnTooLate",
  "too-many": "returnTooMany",
  "nothing-chosen": "returnNothingChosen",
  "no-such-exchange": "returnNoSuchExchange",
  "price-differs": "returnPriceDiffers",
  "out-of-stock": "returnOutOfStock",
  "too-often": "tooManyTries",
  "too-many-photos": "returnTooManyPhotos",
};

/**
 * Handles the return form: the page with a confirmation, or with errors by field and the typed values. 404 for an
 * order that is not the viewer's.
 */
export async function handleReturnForm(
  services: Services,
  customer: Customer,
  orderId: string,
  asked: RouteArgs,
) {
  const page = await returnPage(services, orderId, customer.id);
  if (!page) return refuseFields({}, 404);
  const form = await uploadForm(asked, maxMegabytes);
  if (!form) return refuseFields({ photos: messageWords(allMessages.photoTooBig) }, 400);
  const { fields, files } = form;
  const read = readReturn(fields, page.lines);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  const formKey = /^[\w-]{8,64}$/.exec(fields.get("key") ?? "")?.[0] ?? randomUUID();
  const photos = files.get("photos") ?? [];
  const requested = await requestReturn(services, customer, orderId, { ...read.value, formKey, photos });
  if (requested.ok) return redirectWithToast(returnPath(page.orderId), "returnRequested");
  if (requested.refused === "not-found") return refuseFields({}, 404, fields);
  if (isPictureRefusal(requested.refused))
    return refuseFields({ photos: pictureRefusalWords(requested.refused) }, 400, fields);
  const field = requested.refused === "too-many-photos" ? "photos" : "lines";
  return refuseFields({ [field]: messageWords(allMessages[refusals[requested.refused]]) }, 400, fields);
}
