import { href } from "react-router";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import {
  type SignInEmail,
  sendSignInEmail,
  signIn,
  signInByCode,
  signUp,
} from "../../../shop/accounts/sign-in.server.ts";
import { shopOpening } from "../../../shop/settings/opening.server.ts";
import { type FormFields, filledField, readForm } from "../../../shop/text/read-form.ts";
import { type Refusal, redirectWithToast, refuse, refuseFields } from "../../http/forms/answer.server.ts";
import { sameSitePath } from "../../http/same-site.ts";
import { afterSignIn } from "../../http/session/after-sign-in.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import { mailLinkCookie } from "../../http/session/mail-link-cookie.server.ts";
import { logSignIn } from "../../http/session/sign-in-log.server.ts";
import { askForPhoneCode, enterPhoneCode } from "./phone.server.ts";

/** Required fields, checked first: an empty field must not count as an attempt. */
const email = filledField("Please enter your email.");
const forms = {
  login: z.object({ email, password: filledField("Please enter your password.") }),
  code: z.object({ code: filledField("Please enter the code.") }),
};

const loginRefusals = {
  "wrong-credentials": ["loginWrong", 401, "password"],
  "not-verified": ["loginNotVerified", 403],
  "too-often": ["loginTooOften", 429],
  "wrong-code": ["loginCodeWrong", 401, "code"],
  "begin-again": ["loginBeginAgain", 401],
  "app-over": ["loginAppOver", 401],
  "bad-email": ["emailInvalid", 422, "email"],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

const signUpRefusals = {
  "bad-name": ["signupNameBad", 422, "name"],
  "bad-email": ["signupEmailBad", 422, "email"],
  "weak-password": ["signupPasswordWeak", 422, "password"],
  "too-often": ["signupTooOften", 429],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

/** Handles the forms of the sign-in screen; redirects or returns the errors. */
export async function handleSignInForm(services: Services, request: Request, fields: FormFields) {
  const text = (name: string) => fields.get(name) ?? "";
  const caller = callerOf(request, services.site);
  const next = sameSitePath(new URL(request.url).searchParams.get("next"));
  const https = caller.origin.startsWith("https:");
  const rememberProof = () =>
    mailLinkCookie({ proof: services.identity.browserProof(text("email")), next }, https);
  const refused = (refusal: Refusal) => {
    const [message, status] = refusal;
    const headers = new Headers(status === 503 ? { "Retry-After": "2" } : {});
    // The password was right; the verification mail was sent again.
    if (message === "loginNotVerified") headers.append("Set-Cookie", rememberProof());
    return refuse(refusal, fields, { headers });
  };
  const note = (answer: { ok: true } | { ok: false; refused: string }, done = "in") =>
    logSignIn(services.log, text("intent"), answer.ok ? done : answer.refused, {
      account: text("email"),
      client: caller.clientAddress,
    });
  const at = (query: Record<string, string>) =>
    `${href("/auth")}?${new URLSearchParams({ ...query, ...(next && { next }) })}`;
  const send = async (what: SignInEmail, then: Record<string, string>) => {
    const sent = await sendSignInEmail(services, caller, what, text("email"));
    note(sent, "asked");
    if (!sent.ok)
      return refused(sent.refused === "too-often" ? ["tooManyTries", 429] : loginRefusals["bad-email"]);
    const cookies = [mailLinkCookie({ proof: null, next }, https)];
    return redirectWithToast(at({ ...then, email: sent.value.email }), "mailSent", { cookies });
  };

  switch (text("intent")) {
    case "ask-phone-code":
      return askForPhoneCode({ services, caller, fields }, at({ tab: "phone" }));
    case "enter-phone-code":
      return enterPhoneCode({ services, caller, fields }, next);
    case "login": {
      const typed = readForm(forms.login, fields);
      if (!typed.ok) return refuseFields(typed.errors, 422, fields);
      const answer = await signIn(services, caller, typed.value);
      note(answer);
      return answer.ok ? afterSignIn(answer.value, next) : refused(loginRefusals[answer.refused]);
    }
    case "signup": {
      if (!(await shopOpening(services)).isOpen) return refused(["signupClosed", 403]);
      if (text("password") !== text("confirm")) return refused(["passwordsDiffer", 422, "confirm"]);
      const typed = { name: text("name"), email: text("email"), password: text("password") };
      const answer = await signUp(services, caller, typed);
      note(answer, "asked");
      return answer.ok
        ? redirectWithToast(at({ sent: "verify" }), "accountCreated", { cookies: [rememberProof()] })
        : refused(signUpRefusals[answer.refused]);
    }
    case "recover":
      return send("recover", { tab: "recover", sent: "recover" });
    case "ask-link":
      return send("link", { tab: "code", sent: "link" });
    case "ask-code":
      return send("code", { tab: "code", sent: "code" });
    case "enter-code": {
      const typed = readForm(forms.code, fields);
      if (!typed.ok) return refuseFields(typed.errors, 422, fields);
      const answer = await signInByCode(services, caller, { email: text("email"), ...typed.value });
      note(answer);
      return answer.ok ? afterSignIn(answer.value, next) : refused(loginRefusals[answer.refused]);
    }
    case "second-factor": {
      const typed = readForm(forms.code, fields);
      if (!typed.ok) return refuseFields(typed.errors, 422, fields);
      const code = typed.value.code.trim();
      const digits = code.replace(/\s/g, "");
      const given = /^\d{6}$/.test(digits) ? { code: digits } : { recoveryCode: code };
      const answer = await services.identity.enterSecondFactor(caller, given);
      note(answer);
      return answer.ok ? afterSignIn(answer.value, next) : refused(loginRefusals[answer.refused]);
    }
    case "google": {
      const begun = await services.identity.beginGoogle(caller, next ?? href("/"));
      if (!begun.ok) return refused(["googleFailed", 503]);
      return redirectWithToast(begun.value.url, undefined, { cookies: begun.value.cookies });
    }
    default:
      return refused(["loginWrong", 400]);
  }
}
