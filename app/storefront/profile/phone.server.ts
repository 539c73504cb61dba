import { z } from "zod";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { CodePurpose } from "../../../platform/identity/phone/phone-codes.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { addEmail, askToAddEmail } from "../../../shop/accounts/phone/add-email.server.ts";
import { readChannel } from "../../../shop/accounts/phone/phone-number.ts";
import { askToProvePhone, provePhone, removePhone } from "../../../shop/accounts/phone/prove-phone.server.ts";
import { reauthRefusal } from "../../../shop/accounts/reauthenticate.server.ts";
import { letterhead } from "../../../shop/brand/brand.server.ts";
import { type FormFields, filledField, readForm } from "../../../shop/text/read-form.ts";
import { type Refusal, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import { clearPhoneCookie, phoneCookie, readPhoneCookie } from "../../http/session/phone-cookie.server.ts";
import { tabAddress } from "./tabs.ts";

const refusals = {
  "bad-phone": ["phoneInvalid", 422, "phone"],
  "not-sent": ["phoneNotSent", 503],
  "wrong-code": ["phoneCodeWrong", 422, "code"],
  "code-over": ["phoneCodeOver", 422, "code"],
  "bad-email": ["emailInvalid", 422, "email"],
  "email-taken": ["emailOfOther", 409],
  "has-email": ["emailOfOther", 409],
  "other-account": ["phoneOfOther", 409],
  "only-way": ["phoneOnlyWay", 409],
  "wrong-password": ["phonePasswordBad", 403, "password"],
  "sign-in-again": ["phoneSignInAgain", 403],
  "too-many-tries": ["tooManyTries", 429],
  "too-often": ["tooManyTries", 429],
} as const satisfies Record<string, Refusal>;

const forms: Record<string, z.ZodObject> = {
  "phone-ask": z.object({ phone: filledField("Please enter your mobile number.") }),
  "email-ask": z.object({ email: filledField("Please enter your email.") }),
  "email-add": z.object({ code: filledField("Please enter the code.") }),
  "phone-prove": z.object({ code: filledField("Please enter the code.") }),
};

/**
 * The data of the Security tab about signing in by phone; numbers formatted for display. `confirm`: how a change is
 * confirmed, by "nothing" in a new session.
 */
export async function phoneOfProfile(services: Services, viewer: UserViewer, request: Request) {
  const { origin } = callerOf(request, services.site);
  const { channels } = services.messaging;
  const entering = new URL(request.url).searchParams.get("phone") === "code";
  const sent = entering ? readPhoneCookie(request, origin.startsWith("https:")) : null;
  const [wait, refusal] = await Promise.all([
    sent ? services.identity.phoneCodeWait(sent.phone, proving(viewer)) : 0,
    reauthRefusal(services.db, { id: viewer.id, sessionId: viewer.sessionId }),
  ]);
  const isDemo = services.messaging.staysHere;
  const verified = viewer.verifiedPhone && formatMobile(viewer.verifiedPhone);
  return { verified, channels, sent, wait, isDemo, isFresh: refusal === null };
}

/** Handles the forms for the sign-in number, and for the email address of an account created with one. */
export async function answerPhone(
  services: Services,
  viewer: UserViewer,
  caller: Caller,
  fields: FormFields,
) {
  const text = (name: string) => fields.get(name) ?? "";
  const here = tabAddress("security");
  const https = caller.origin.startsWith("https:");
  const refused = (reason: keyof typeof refusals) => refuse(refusals[reason], fields);
  const user = { ...viewer, password: text("password") || undefined };
  const sender = { ...caller, ...(await letterhead(services)) };
  const form = forms[text("intent")];
  const read = form && readForm(form, fields);
  if (read && !read.ok) return refuseFields(read.errors, 422, fields);

  switch (text("intent")) {
    case "phone-ask": {
      const channel = readChannel(text("channel"));
      const sent = await askToProvePhone(services, caller, user, { phone: text("phone"), channel });
      if (!sent.ok) return refused(sent.refused);
      const cookies = [phoneCookie(sent.value, https)];
      return redirectWithToast(tabAddress("security", { phone: "code" }), undefined, { cookies });
    }
    case "phone-prove": {
      const proven = await provePhone(services, sender, viewer, { phone: text("phone"), code: text("code") });
      if (!proven.ok) return refused(proven.refused);
      return redirectWithToast(here, "phoneProven", { cookies: [clearPhoneCookie(https)] });
    }
    case "email-ask": {
      const sent = await askToAddEmail(services, sender, user, text("email"));
      return sent.ok
        ? redirectWithToast(tabAddress("security", { email: sent.value.email }), "emailCodeSent")
        : refused(sent.refused);
    }
    case "email-add": {
      const added = await addEmail(services, caller, user, { email: text("email"), code: text("code") });
      return added.ok ? redirectWithToast(here, "emailAdded") : refused(added.refused);
    }
    default: {
      const removed = await removePhone(services, sender, user);
      return removed.ok ? redirectWithToast(here, "phoneRemoved") : refused(removed.refused);
    }
  }
}

function proving({ id }: { id: string }): CodePurpose {
  return { kind: "prove", userId: id };
}
