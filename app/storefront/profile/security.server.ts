import { data } from "react-router";
import type { Caller } from "../../../platform/identity/caller.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import {
  allowPasswordAttempt,
  changePassword,
} from "../../../shop/accounts/customer/change-password.server.ts";
import { notify } from "../../../shop/accounts/customer/notifications.server.ts";
import { sendSignInEmail } from "../../../shop/accounts/sign-in.server.ts";
import type { UserViewer } from "../../web/guards.server.ts";
import { enrolmentOf, readEnrolment } from "../../web/second-factor/enrolment.server.ts";
import { redirectWithCookies } from "../../web/session/after-sign-in.server.ts";
import type { MessageName } from "../../web/toast.server.ts";
import type { ProfileFormErrors } from "./form-errors.ts";
import { tabAddress } from "./tabs.ts";

const refusals = {
  "passwords-differ": ["passwordsDiffer", 422],
  "weak-password": ["passwordWeak", 422],
  "wrong-password": ["passwordNotRight", 403],
  "no-password": ["passwordWithGoogle", 409],
  "too-often": ["tooManyTries", 429],
  "already-on": ["secondFactorAlreadyOn", 409],
  "wrong-code": ["secondFactorCodeBad", 422],
  "begin-again": ["loginBeginAgain", 401],
  busy: ["busy", 503],
} as const satisfies Record<string, readonly [MessageName, number]>;

/** Handles the forms of the Security tab: password and two-step login. Answers 400 for an unknown form. */
export async function answerSecurity(
  services: Services,
  viewer: UserViewer,
  caller: Caller,
  text: (name: string) => string,
) {
  const { identity } = services;
  const here = tabAddress("security");
  const refuse = (reason: keyof typeof refusals, more: ProfileFormErrors = {}) =>
    data<ProfileFormErrors>({ message: refusals[reason][0], ...more }, { status: refusals[reason][1] });
  const refuseSecondFactor = (reason: keyof typeof refusals) =>
    reason === "wrong-password"
      ? data<ProfileFormErrors>({ message: "secondFactorPasswordBad" }, { status: 403 })
      : refuse(reason);
  const tell = (title: string) =>
    notify(services, viewer.id, { kind: "security", title, link: "/profile?tab=security" });

  switch (text("intent")) {
    case "password": {
      const typed = { current: text("current"), password: text("password"), again: text("again") };
      const changed = await changePassword(services, caller, viewer, typed);
      return changed.ok
        ? redirectWithCookies(here, changed.value, "passwordChanged")
        : refuse(changed.refused);
    }
    case "password-by-mail": {
      const sent = await sendSignInEmail(services, caller, "recover", viewer.email);
      return sent.ok ? redirectWithCookies(here, [], "passwordMailSent") : refuse("too-often");
    }
    case "two-step-begin": {
      if (!(await allowPasswordAttempt(services, viewer.id))) return refuse("too-often");
      const begun = await identity.enrolSecondFactor(caller, text("password"));
      if (!begun.ok) return refuseSecondFactor(begun.refused);
      return data<ProfileFormErrors>({ enrolment: enrolmentOf(begun.value) });
    }
    case "two-step-confirm": {
      const enrolment = readEnrolment(text);
      if (!(await allowPasswordAttempt(services, viewer.id))) return refuse("too-often", { enrolment });
      const confirmed = await identity.confirmSecondFactor(caller, text("code").replace(/\s/g, ""));
      if (!confirmed.ok) return refuse(confirmed.refused, { enrolment });
      await tell("Two-step login was turned on");
      return redirectWithCookies(here, confirmed.value, "secondFactorOn");
    }
    case "two-step-end": {
      if (!(await allowPasswordAttempt(services, viewer.id))) return refuse("too-often");
      const ended = await identity.endSecondFactor(caller, viewer.id, text("password"));
      if (!ended.ok) return refuseSecondFactor(ended.refused);
      await tell("Two-step login was turned off");
      return redirectWithCookies(here, ended.value, "secondFactorOff");
    }
    default:
      throw new Response("There is no such form.", { status: 400 });
  }
}
