import { useMemo, useRef } from "react";
import { data, Form, href, Link } from "react-router";
import type { Caller } from "../../platform/identity/caller.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { loginByLink, setNewPassword, verifyByLink } from "../../shop/accounts/follow-link.server.ts";
import { messages } from "../parts/messages/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { useFocusOnError } from "../parts/use-focus-on-error.ts";
import { servicesContext } from "../services-context.ts";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
import { formFields } from "../web/forms/form.server.ts";
import { useLastAnswer } from "../web/forms/use-last-answer.ts";
import { signInAddress } from "../web/guards.server.ts";
import { afterSignIn, redirectWithCookies } from "../web/session/after-sign-in.server.ts";
import { callerOf } from "../web/session/caller.server.ts";
import {
  clearMailLinkCookie,
  type MailLinkState,
  readMailLinkCookie,
} from "../web/session/mail-link-cookie.server.ts";
import type { Route } from "./+types/auth-link";

const purposes = ["verify", "login", "recover"] as const;

/**
 * Target of links in mails. Opening it changes nothing, because mail scanners open links; the visitor presses a
 * button. Only the browser that has just signed up continues at once: it has the cookie, which no scanner has. An
 * invalid or expired link says so first.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const purpose = purposes.find((one) => query.has(one));
  if (!purpose) throw data(null, { status: 404 });
  const token = (query.get(purpose) ?? "").slice(0, maxTokenLength);
  const { identity, site } = context.get(servicesContext);
  const caller = callerOf(request, site);
  const state = await identity.linkState(caller, purpose, token);
  const here = readMailLinkCookie(request, isHttps(caller));
  if (purpose === "verify" && state === "good" && here.proof && isOpened(request)) {
    const answer = await verify(context.get(servicesContext), caller, token, here);
    if (answer.ok) throw answer.lead;
  }
  return { purpose, token, state };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const caller = callerOf(request, services.site);
  const here = readMailLinkCookie(request, isHttps(caller));
  const token = (fields.get("token") ?? "").slice(0, maxTokenLength);
  switch (fields.get("purpose")) {
    case "verify": {
      const answer = await verify(services, caller, token, here);
      return answer.ok ? answer.lead : refuse(answer.refused);
    }
    case "login": {
      const answer = await loginByLink(services, caller, token);
      return answer.ok ? withoutNote(afterSignIn(answer.value, here.next), caller) : refuse(answer.refused);
    }
    default: {
      const [password = "", confirm = ""] = [fields.get("password"), fields.get("confirm")];
      if (password !== confirm) return data({ message: "passwordsDiffer" as const }, { status: 422 });
      const answer = await setNewPassword(services, caller, token, password);
      if (!answer.ok) return refuse(answer.refused);
      return withoutNote(redirectWithCookies(signIn(here.next), [], "passwordSet"), caller);
    }
  }
}

const maxTokenLength = 2_000;
const isHttps = ({ origin }: Caller) => origin.startsWith("https:");
const signIn = (next: string | null) => (next ? signInAddress(next) : href("/auth"));

/** Not for HEAD requests or prefetching. */
function isOpened(request: Request): boolean {
  return request.method === "GET" && !request.headers.has("Sec-Purpose");
}

/** Verifies the address, then redirects: signed in to the requested page, or to the login. */
async function verify(services: Services, caller: Caller, token: string, here: MailLinkState) {
  const answer = await verifyByLink(services, caller, token, here.proof);
  if (!answer.ok) return answer;
  const lead = answer.value
    ? afterSignIn(answer.value, here.next, "emailVerifiedHere")
    : redirectWithCookies(signIn(here.next), [], "emailVerified");
  return { ok: true as const, lead: withoutNote(lead, caller) };
}

function withoutNote(answer: Response, caller: Caller): Response {
  answer.headers.append("Set-Cookie", clearMailLinkCookie(isHttps(caller)));
  return answer;
}

const refusals = {
  "link-over": ["linkOver", 410],
  "too-often": ["tooManyTries", 429],
  "weak-password": ["passwordWeak", 422],
  busy: ["busy", 503],
} as const;

function refuse(reason: keyof typeof refusals) {
  const [message, status] = refusals[reason];
  return data({ message }, { status });
}

const words = {
  verify: {
    title: "Verify your email",
    text: "One click and your account is ready.",
    label: "Verify my email",
  },
  login: { title: "Log in", text: "One click and you are in.", label: "Login" },
  recover: {
    title: "Set a new password",
    text: "You will be logged out on all your other devices.",
    label: "Set new password",
  },
};

const states = { good: undefined, over: "linkOver", verified: "emailVerifiedBefore" } as const;

export default function AuthLink({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, token, state } = loaderData;
  const { title, text, label } = words[purpose];
  const answer = useLastAnswer(actionData);
  const message = answer && "message" in answer ? answer.message : states[state];
  const notice = message && messages[message];
  const refusal = useMemo(
    () => (answer && "message" in answer ? { ...messages[answer.message] } : null),
    [answer],
  );
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, answer);
  return (
    <div className="wrap words-page">
      <PageHead title={title} description={text} path={href("/auth/link")} />
      <meta name="robots" content="noindex" />
      {/* The address contains a secret: it must not leak in the Referer header. */}
      <meta name="referrer" content="same-origin" />
      <div className="narrow stack">
        <h1>{title}</h1>
        <ToastOnArrival toast={refusal} />
        {notice ? (
          <Notice tone={notice.tone === "wrong" ? "wrong" : "ok"} title={notice.title} text={notice.text} />
        ) : (
          <p className="lead">{text}</p>
        )}
        {message === "linkOver" || message === "emailVerifiedBefore" ? (
          <Link className="btn btn-primary" to={href("/auth")}>
            {message === "linkOver" ? "Back to the login" : "Login"}
          </Link>
        ) : (
          <Form ref={form} method="post" className="stack">
            <input type="hidden" name="purpose" value={purpose} />
            <input type="hidden" name="token" value={token} />
            {purpose === "recover" && <NewPassword message={message} />}
            <button type="submit" className="btn btn-primary btn-full">
              {label}
            </button>
          </Form>
        )}
      </div>
    </div>
  );
}

function NewPassword({ message }: { message: string | undefined }) {
  const shared = { type: "password", autoComplete: "new-password", required: true, maxLength: 128 } as const;
  return (
    <>
      <Field
        label="New Password"
        name="password"
        hint="At least 10 characters"
        error={message === "passwordWeak" ? messages.passwordWeak.text : undefined}
        {...shared}
      />
      <Field
        label="Confirm Password"
        name="confirm"
        error={message === "passwordsDiffer" ? messages.passwordsDiffer.text : undefined}
        {...shared}
      />
    </>
  );
}
