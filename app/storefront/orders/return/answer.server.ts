import { randomUUID } from "node:crypto";
import type { Services } from "../../../../platform/services.server.ts";
import type { Customer } from "../../../../shop/access/actor.ts";
import { type ReturnRefusal, requestReturn } from "../../../../shop/returns/request-return.server.ts";
import { readReturn } from "../../../../shop/returns/return-form.ts";
import { returnPage } from "../../../../shop/returns/return-page.server.ts";
import { messages } from "../../../parts/messages/messages.ts";
import { returnPath } from "../../../parts/orders/order-links.ts";
import { leadTo, refuseFields } from "../../../web/forms/answer.server.ts";
import { uploadForm } from "../../../web/forms/upload-form.server.ts";
import type { RouteArgs } from "../../../web/guards.server.ts";
import type { MessageName } from "../../../web/toast.server.ts";

/** Four photos of 8 MB and the text fields; larger requests are refused. */
const maxMegabytes = 33;

const refusals: Record<Exclude<ReturnRefusal, "not-found">, { field: string; message: MessageName }> = {
  "not-delivered": { field: "lines", message: "returnNotDelivered" },
  "too-late": { field: "lines", message: "returnTooLate" },
  "too-many": { field: "lines", message: "returnTooMany" },
  "nothing-chosen": { field: "lines", message: "returnNothingChosen" },
  "no-such-exchange": { field: "lines", message: "returnNoSuchExchange" },
  "price-differs": { field: "lines", message: "returnPriceDiffers" },
  "out-of-stock": { field: "lines", message: "returnOutOfStock" },
  "too-often": { field: "lines", message: "tooManyTries" },
  "too-many-photos": { field: "photos", message: "returnTooManyPhotos" },
  "picture-too-big": { field: "photos", message: "photoTooBig" },
  "picture-too-many-pixels": { field: "photos", message: "photoTooManyPixels" },
  "picture-not-supported": { field: "photos", message: "photoNotSupported" },
  "picture-animated": { field: "photos", message: "photoAnimated" },
  "picture-broken": { field: "photos", message: "photoBroken" },
  "no-space": { field: "photos", message: "photosNoSpace" },
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
  if (!form) return refuseFields({ photos: wordsOf("photoTooBig") }, 400);
  const { fields, files } = form;
  const read = readReturn(fields, page.lines);
  if (!read.ok) return refuseFields(read.errors, 400, fields);
  const formKey = /^[\w-]{8,64}$/.exec(fields.get("key") ?? "")?.[0] ?? randomUUID();
  const photos = files.get("photos") ?? [];
  const requested = await requestReturn(services, customer, orderId, { ...read.value, formKey, photos });
  if (requested.ok) return leadTo(returnPath(page.orderId), "returnRequested");
  if (requested.refused === "not-found") return refuseFields({}, 404, fields);
  const { field, message } = refusals[requested.refused];
  return refuseFields({ [field]: wordsOf(message) }, 400, fields);
}

function wordsOf(message: MessageName): string {
  const { title, text } = messages[message];
  return [title, text].filter(Boolean).join(". ").replace(/\.\. /, ". ");
}
