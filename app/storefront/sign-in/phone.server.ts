import { z } from "zod";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { sendPhoneCode, signInByPhone } from "../../../shop/accounts/phone/phone-code.server.ts";
import { readChannel } from "../../../shop/accounts/phone/phone-number.ts";
import { type FormFields, filledField, readForm } from "../../../shop/text/read-form.ts";
import { type Refusal, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { afterSignIn } from "../../http/session/after-sign-in.server.ts";
import { clearPhoneCookie, phoneCookie, readPhoneCookie } from "../../http/session/phone-cookie.server.ts";
import { logSignIn } from "../../http/session/sign-in-log.server.ts";

const forms = {
  ask: z.object({ phone: filledField("Please enter your mobile number.") }),
  enter: z.object({ code: filledField("Please enter the code.") }),
};

const refusals = {
  "bad-phone": ["phoneInvalid", 422, "phone"],
  "too-often": ["phoneTooOften", 429],
  "not-sent": ["phoneNotSent", 503],
  "wrong-code": ["phoneCodeWrong", 401, "code"],
  "code-over": ["phoneCodeOver", 401, "code"],
  "no-sign-up": ["signupClosed", 403],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

/** The data of the sign-in screen for signing in by phone; null when the shop cannot send codes. */
export async function phoneSignInOf(services: Services, request: Request, https: boolean) {
  const { channels } = services.messaging;
  if (channels.length === 0) return null;
  const sent = readPhoneCookie(request, https);
  const wait = sent ? await services.identity.phoneCodeWait(sent.phone, { kind: "sign-in" }) : 0;
  return { channels, sent, wait, isDemo: services.messaging.staysHere };
}

type Asked = { services: Services; caller: Caller; fields: FormFields };

/** Sends a code and redirects to the field for it. `then`: that screen. */
export async function askForPhoneCode({ services, caller, fields }: Asked, then: string) {
  const typed = readForm(forms.ask, fields);
  if (!typed.ok) return refuseFields(typed.errors, 422, fields);
  const sent = await sendPhoneCode(services, caller, {
    phone: typed.value.phone,
    channel: readChannel(fields.get("channel")),
  });
  note({ services, caller, fields }, sent.ok ? "asked" : sent.refused);
  if (!sent.ok) return refuse(refusals[sent.refused], fields);
  const https = caller.origin.startsWith("https:");
  return redirectWithToast(then, undefined, { cookies: [phoneCookie(sent.value, https)] });
}

/** Signs in with the code, and redirects to `next`. */
export async function enterPhoneCode({ services, caller, fields }: Asked, next: string | null) {
  const typed = readForm(forms.enter, fields);
  if (!typed.ok) return refuseFields(typed.errors, 422, fields);
  const entered = await signInByPhone(services, caller, {
    phone: fields.get("phone") ?? "",
    code: typed.value.code,
  });
  note({ services, caller, fields }, entered.ok ? "in" : entered.refused);
  if (!entered.ok)
    return refuse(
      entered.refused === "too-often" ? ["phoneTriesOver", 429] : refusals[entered.refused],
      fields,
    );
  const { cookies } = entered.value;
  const clear = clearPhoneCookie(caller.origin.startsWith("https:"));
  return afterSignIn({ ...entered.value, cookies: [...cookies, clear] }, next);
}

function note({ services, caller, fields }: Asked, outcome: string) {
  logSignIn(services.log, fields.get("intent") ?? "", outcome, {
    account: fields.get("phone") ?? "",
    client: caller.clientAddress,
  });
}
