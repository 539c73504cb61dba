import { data, href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import {
  type SignInEmail,
  sendSignInEmail,
  signIn,
  signInByCode,
  signUp,
} from "../../../shop/accounts/sign-in.server.ts";
import { sameSitePath } from "../../web/same-site.ts";
import { afterSignIn, redirectWithCookies } from "../../web/session/after-sign-in.server.ts";
import { callerOf } from "../../web/session/caller.server.ts";
import { mailLinkCookie } from "../../web/session/mail-link-cookie.server.ts";
import { logSignIn } from "../../web/session/sign-in-log.server.ts";
import type { MessageName } from "../../web/toast.server.ts";

/** Values to show again after a refusal; passwords are never returned. */
export type SignInFormErrors = { message: MessageName; email: string; name: string };

const loginRefusals = {
  "wrong-credentials": ["loginWrong", 401],
  "not-verified": ["loginNotVerified", 403],
  "too-often": ["loginTooOften", 429],
  "wrong-code": ["loginCodeWrong", 401],
  "begin-again": ["loginBeginAgain", 401],
  "bad-email": ["emailInvalid", 422],
  busy: ["busy", 503],
} as const satisfies Record<string, readonly [MessageName, number]>;

const signUpRefusals = {
  "bad-name": ["signupNameBad", 422],
  "bad-email": ["signupEmailBad", 422],
  "weak-password": ["signupPasswordWeak", 422],
  "too-often": ["signupTooOften", 429],
  busy: ["busy", 503],
} as const satisfies Record<string, readonly [MessageName, number]>;

/** Handles the forms of the sign-in screen; redirects or returns the errors. */
export async function handleSignInForm(services: Services, request: Request, fields: Map<string, string>) {
  const text = (name: string) => fields.get(name) ?? "";
  const caller = callerOf(request, services.site);
  const next = sameSitePath(new URL(request.url).searchParams.get("next"));
  const https = caller.origin.startsWith("https:");
  const rememberProof = () =>
    mailLinkCookie({ proof: services.identity.browserProof(text("email")), next }, https);
  const refuse = ([message, status]: readonly [MessageName, number]) =>
    data<SignInFormErrors>(
      { message, email: text("email").slice(0, 254), name: text("name").slice(0, 100) },
      {
        status,
        headers: [
          ...(status === 503 ? [["Retry-After", "2"] as [string, string]] : []),
          // The password was right; the verification mail was sent again.
          ...(message === "loginNotVerified" ? [["Set-Cookie", rememberProof()] as [string, string]] : []),
        ],
      },
    );
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
      return refuse(sent.refused === "too-often" ? ["tooManyTries", 429] : loginRefusals["bad-email"]);
    const here = mailLinkCookie({ proof: null, next }, https);
    return redirectWithCookies(at({ ...then, email: sent.value.email }), [here], "mailSent");
  };

  switch (text("intent")) {
    case "login": {
      const answer = await signIn(services, caller, { email: text("email"), password: text("password") });
      note(answer);
      return answer.ok ? afterSignIn(answer.value, next) : refuse(loginRefusals[answer.refused]);
    }
    case "signup": {
      if (text("password") !== text("confirm")) return refuse(["passwordsDiffer", 422]);
      const typed = { name: text("name"), email: text("email"), password: text("password") };
      const answer = await signUp(services, caller, typed);
      note(answer, "asked");
      return answer.ok
        ? redirectWithCookies(at({ sent: "verify" }), [rememberProof()], "accountCreated")
        : refuse(signUpRefusals[answer.refused]);
    }
    case "recover":
      return send("recover", { tab: "recover", sent: "recover" });
    case "ask-link":
      return send("link", { tab: "code", sent: "link" });
    case "ask-code":
      return send("code", { tab: "code", sent: "code" });
    case "enter-code": {
      const answer = await signInByCode(services, caller, { email: text("email"), code: text("code") });
      note(answer);
      return answer.ok ? afterSignIn(answer.value, next) : refuse(loginRefusals[answer.refused]);
    }
    case "second-factor": {
      const code = text("code").trim();
      const digits = code.replace(/\s/g, "");
      const given = /^\d{6}$/.test(digits) ? { code: digits } : { recoveryCode: code };
      const answer = await services.identity.enterSecondFactor(caller, given);
      note(answer);
      return answer.ok ? afterSignIn(answer.value, next) : refuse(loginRefusals[answer.refused]);
    }
    case "google": {
      const begun = await services.identity.beginGoogle(caller, next ?? href("/"));
      if (!begun.ok) return refuse(["googleFailed", 503]);
      return redirectWithCookies(begun.value.url, begun.value.cookies);
    }
    default:
      return refuse(["loginWrong", 400]);
  }
}
