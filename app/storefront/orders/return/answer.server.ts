import { randomUUID } from "node:crypto";
import { data, redirect } from "react-router";
import type { Services } from "../../../../platform/services.server.ts";
import type { Customer } from "../../../../shop/access/actor.ts";
import { type ReturnRefusal, requestReturn } from "../../../../shop/returns/request-return.server.ts";
import { readReturn } from "../../../../shop/returns/return-form.ts";
import { returnPage } from "../../../../shop/returns/return-page.server.ts";
import { messages } from "../../../parts/messages/messages.ts";
import { returnPath } from "../../../parts/orders/order-links.ts";
import { uploadForm } from "../../../web/forms/upload-form.server.ts";
import type { RouteArgs } from "../../../web/guards.server.ts";
import { flashCookie, type MessageName } from "../../../web/toast.server.ts";
import type { ReturnFormErrors } from "./form-errors.ts";

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
  if (!page) return data({ errors: {}, typed: {} } satisfies ReturnFormErrors, { status: 404 });
  const form = await uploadForm(asked, maxMegabytes);
  if (!form) return wrong({ photos: wordsOf("photoTooBig") }, {});
  const { fields, files } = form;
  const typed = Object.fromEntries(fields);
  const read = readReturn(fields, page.lines);
  if (!read.ok) return wrong(read.errors, typed);
  const formKey = /^[\w-]{8,64}$/.exec(fields.get("key") ?? "")?.[0] ?? randomUUID();
  const photos = files.get("photos") ?? [];
  const requested = await requestReturn(services, customer, orderId, { ...read.words, formKey, photos });
  if (requested.ok) {
    const headers = { "Set-Cookie": flashCookie("returnRequested") };
    return redirect(returnPath(page.orderId), { status: 303, headers });
  }
  if (requested.refused === "not-found")
    return data({ errors: {}, typed } satisfies ReturnFormErrors, { status: 404 });
  const { field, message } = refusals[requested.refused];
  return wrong({ [field]: wordsOf(message) }, typed);
}

function wrong(errors: ReturnFormErrors["errors"], typed: ReturnFormErrors["typed"]) {
  return data({ errors, typed } satisfies ReturnFormErrors, { status: 400 });
}

function wordsOf(message: MessageName): string {
  const { title, text } = messages[message];
  return [title, text].filter(Boolean).join(". ").replace(/\.\. /, ". ");
}
