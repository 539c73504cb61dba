import { data, href, Link } from "react-router";
import type { Caller } from "../../platform/identity/caller.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { loginByLink, setNewPassword, verifyByLink } from "../../shop/accounts/follow-link.server.ts";
import { type Refusal, redirectWithToast, refuse } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { signInAddress } from "../http/guards.server.ts";
import { afterSignIn } from "../http/session/after-sign-in.server.ts";
import { callerOf } from "../http/session/caller.server.ts";
import {
  clearMailLinkCookie,
  type MailLinkState,
  readMailLinkCookie,
} from "../http/session/mail-link-cookie.server.ts";
import { LinkPage } from "../parts/account/link-page.tsx";
import { NewPasswordFields } from "../parts/account/new-password.tsx";
import * as accountMessages from "../parts/messages/account-messages.ts";
import { servicesContext } from "../services-context.ts";
import { AnswerForm } from "../ui/forms/answer-form.tsx";
import { Notice } from "../ui/notice.tsx";
import { ToastOnArrival } from "../ui/toast.tsx";
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
      return answer.ok ? answer.lead : refuse(refusals[answer.refused]);
    }
    case "login": {
      const answer = await loginByLink(services, caller, token);
      if (!answer.ok) return refuse(refusals[answer.refused]);
      return withoutNote(afterSignIn(answer.value, here.next), caller);
    }
    default: {
      const [password = "", confirm = ""] = [fields.get("password"), fields.get("confirm")];
      if (password !== confirm) return refuse(["passwordsDiffer", 422, "confirm"]);
      const answer = await setNewPassword(services, caller, token, password);
      if (!answer.ok) return refuse(refusals[answer.refused]);
      return withoutNote(redirectWithToast(signIn(here.next), "passwordSet"), caller);
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
    : redirectWithToast(signIn(here.next), "emailVerified");
  return { ok: true as const, lead: withoutNote(lead, caller) };
}

function withoutNote(answer: Response, caller: Caller): Response {
  answer.headers.append("Set-Cookie", clearMailLinkCookie(isHttps(caller)));
  return answer;
}

const refusals = {
  "link-over": ["linkOver", 410],
  "too-often": ["tooManyTries", 429],
  "weak-password": ["passwordWeak", 422, "password"],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

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

const states = {
  good: undefined,
  over: accountMessages.linkOver,
  verified: accountMessages.emailVerifiedBefore,
};

export default function AuthLink({ loaderData, actionData }: Route.ComponentProps) {
  const { purpose, token, state } = loaderData;
  const { title, text, label } = words[purpose];
  const answer = useLastAnswer(actionData);
  const notice = answer?.toast ?? states[state];
  const over = notice?.title === accountMessages.linkOver.title;
  return (
    <LinkPage title={title} description={text} path={href("/auth/link")}>
      <ToastOnArrival toast={answer?.toast ?? null} />
      {notice ? (
        <Notice tone={notice.tone === "wrong" ? "wrong" : "ok"} title={notice.title} text={notice.text} />
      ) : (
        <p className="lead">{text}</p>
      )}
      {over || state === "verified" ? (
        <Link className="btn btn-primary" to={href("/auth")}>
          {over ? "Back to the login" : "Login"}
        </Link>
      ) : (
        <AnswerForm answer={answer}>
          <input type="hidden" name="purpose" value={purpose} />
          <input type="hidden" name="token" value={token} />
          {purpose === "recover" && <NewPasswordFields labels={["New Password", "Confirm Password"]} />}
          <button type="submit" className="btn btn-primary btn-full">
            {label}
          </button>
        </AnswerForm>
      )}
    </LinkPage>
  );
}
