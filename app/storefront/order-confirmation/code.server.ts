import type { Services } from "../../../platform/services.server.ts";
import { readChannel } from "../../../shop/accounts/phone/phone-number.ts";
import { confirmByCode, sendConfirmationCode } from "../../../shop/cod/confirm-by-code.server.ts";
import type { FormFields } from "../../../shop/text/read-form.ts";
import { type Refusal, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import { confirmationPath } from "../../parts/orders/order-links.ts";

const refusals = {
  "not-found": ["orderNotFound", 404],
  over: ["nothingToConfirm", 409],
  "bad-phone": ["orderCodeNotSent", 503],
  "not-sent": ["orderCodeNotSent", 503],
  "too-often": ["tooManyTries", 429],
} as const satisfies Record<string, Refusal>;

/** What stands at the field; these need no toast. */
const codeErrors = {
  "wrong-code": "This code is not right. Please check the newest message.",
  "code-over": "This code does not work any more. Please ask for a new one.",
};

/** Answers the forms for the code that confirms an order: one asks for it, one enters it. */
export async function answerCode(
  services: Services,
  viewer: UserViewer,
  orderId: string,
  { request, fields }: { request: Request; fields: FormFields },
) {
  const caller = callerOf(request, services.site);
  const here = confirmationPath(orderId);
  switch (fields.get("intent")) {
    case "send-code": {
      const channel = readChannel(fields.get("channel"));
      const sent = await sendConfirmationCode(services, caller, viewer, { orderId, channel });
      return sent.ok ? redirectWithToast(here) : refuse(refusals[sent.refused], fields);
    }
    case "confirm-code": {
      const code = fields.get("code") ?? "";
      const confirmed = await confirmByCode(services, caller, viewer, { orderId, code });
      if (confirmed.ok) return redirectWithToast(here, "orderConfirmed");
      const { refused } = confirmed;
      if (refused === "wrong-code" || refused === "code-over")
        return refuseFields({ code: codeErrors[refused] }, 422, fields);
      return refuse(refusals[refused], fields);
    }
    default:
      return refuse(refusals.over);
  }
}
