import { z } from "zod";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import {
  allowPasswordAttempt,
  changePassword,
} from "../../../shop/accounts/customer/change-password.server.ts";
import { notify } from "../../../shop/accounts/customer/notifications.server.ts";
import { sendSignInEmail } from "../../../shop/accounts/sign-in.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { type FormFields, filledField, readForm } from "../../../shop/text/read-form.ts";
import { type Refusal, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import type { UserViewer } from "../../http/guards.server.ts";
import { newEnrolment, readEnrolment } from "../../http/second-factor/enrolment.server.ts";
import type { Enrolment } from "../../parts/account/enrolment.tsx";
import { tabAddress } from "./tabs.ts";

const refusals = {
  "passwords-differ": ["passwordsDiffer", 422, "again"],
  "weak-password": ["passwordWeak", 422, "password"],
  "wrong-password": ["passwordNotRight", 403, "current"],
  "no-password": ["passwordWithGoogle", 409],
  "too-often": ["tooManyTries", 429],
  "already-on": ["secondFactorAlreadyOn", 409],
  "wrong-code": ["secondFactorCodeBad", 422, "code"],
  "begin-again": ["loginBeginAgain", 401],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

const password = filledField("Please enter your password.");
/** Required fields, checked first: an empty field must not count as an attempt. */
const forms: Record<string, z.ZodObject> = {
  password: z.object({
    current: filledField("Please enter your current password."),
    password: filledField("Please enter a new password."),
  }),
  "two-step-begin": z.object({ password }),
  "two-step-confirm": z.object({ code: filledField("Please enter the code.") }),
  "two-step-end": z.object({ password }),
};

/** Handles the forms of the Security tab: password and two-step login. Answers 400 for an unknown form. */
export async function answerSecurity(
  services: Services,
  viewer: UserViewer,
  caller: Caller,
  fields: FormFields,
) {
  const { identity } = services;
  const here = tabAddress("security");
  const text = (name: string) => fields.get(name) ?? "";
  const refused = (reason: keyof typeof refusals, more = {}) => refuse(refusals[reason], fields, more);
  const refusedSecondFactor = (reason: keyof typeof refusals) =>
    reason === "wrong-password"
      ? refuse(["secondFactorPasswordBad", 403, "password"], fields)
      : refused(reason);
  const enrolment: { enrolment?: Enrolment } =
    text("intent") === "two-step-confirm" ? { enrolment: readEnrolment(text) } : {};
  const form = Object.entries(forms).find(([intent]) => intent === text("intent"))?.[1];
  const read = form && readForm(form, fields);
  if (read && !read.ok) return refuseFields(read.errors, 422, fields, enrolment);
  const notifyOwner = (code: "two-step-on" | "two-step-off") =>
    notify(services, viewer.id, { kind: "security", message: { code }, link: "/profile?tab=security" });

  switch (text("intent")) {
    case "password": {
      const typed = { current: text("current"), password: text("password"), again: text("again") };
      const changed = await changePassword(services, caller, viewer, typed);
      return changed.ok
        ? redirectWithToast(here, "passwordChanged", { cookies: changed.value })
        : refused(changed.refused);
    }
    case "password-by-mail": {
      // Its form is not shown to an account without an address.
      if (viewer.email === null) return refused("no-password");
      const sent = await sendSignInEmail(services, caller, "recover", viewer.email);
      return sent.ok ? redirectWithToast(here, "passwordMailSent") : refused("too-often");
    }
    case "two-step-begin": {
      if (!(await allowPasswordAttempt(services, viewer.id))) return refused("too-often");
      const begun = await identity.enrolSecondFactor(caller, text("password"));
      if (!begun.ok) return refusedSecondFactor(begun.refused);
      return { ok: true, enrolment: newEnrolment(begun.value, (await shopSettings(services)).shopName) };
    }
    case "two-step-confirm": {
      if (!(await allowPasswordAttempt(services, viewer.id))) return refused("too-often", enrolment);
      const confirmed = await identity.confirmSecondFactor(caller, text("code").replace(/\s/g, ""));
      if (!confirmed.ok) return refused(confirmed.refused, enrolment);
      await notifyOwner("two-step-on");
      return redirectWithToast(here, "secondFactorOn", { cookies: confirmed.value });
    }
    case "two-step-end": {
      if (!(await allowPasswordAttempt(services, viewer.id))) return refused("too-often");
      const ended = await identity.endSecondFactor(caller, viewer.id, text("password"));
      if (!ended.ok) return refusedSecondFactor(ended.refused);
      await notifyOwner("two-step-off");
      return redirectWithToast(here, "secondFactorOff", { cookies: ended.value });
    }
    default:
      throw new Response("There is no such form.", { status: 400 });
  }
}
