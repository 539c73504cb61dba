import { data, Form, href, Link } from "react-router";
import { beginOwnerSetup, finishOwnerSetup, ownerOfLink } from "../../shop/accounts/owner-link.server.ts";
import { messages } from "../parts/messages/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { EnrolmentSteps } from "../parts/two-step/enrolment.tsx";
import { servicesContext } from "../services-context.ts";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { formFields } from "../web/forms/form.server.ts";
import { useLastAnswer } from "../web/forms/use-last-answer.ts";
import { viewerOf } from "../web/guards.server.ts";
import { enrolmentOf, readEnrolment } from "../web/second-factor/enrolment.server.ts";
import { redirectWithCookies } from "../web/session/after-sign-in.server.ts";
import { callerOf } from "../web/session/caller.server.ts";
import type { Route } from "./+types/owner";

/** Target of the link from `npm run owner`: the first owner sets a password and an authenticator app. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const email = await ownerOfLink(context.get(servicesContext), token.slice(0, 200));
  return data({ token, email }, { status: email === null ? 410 : 200 });
}

const refusals = {
  "link-over": ["ownerLinkOver", 410],
  "bad-name": ["signupNameBad", 422],
  "weak-password": ["passwordWeak", 422],
  "wrong-code": ["secondFactorCodeBad", 422],
  "begin-again": ["ownerLinkOver", 410],
  "too-often": ["tooManyTries", 429],
  busy: ["busy", 503],
} as const;

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const text = (name: string) => fields.get(name) ?? "";
  const caller = callerOf(request, services.site);
  const token = text("token").slice(0, 200);
  if (fields.has("code")) {
    const viewer = viewerOf(context);
    if (viewer.kind === "guest") return refuse("link-over");
    const code = text("code").replace(/\s/g, "");
    const answer = await finishOwnerSetup(services, caller, viewer, { token, code });
    if (answer.ok) return redirectWithCookies(href("/admin"), answer.value, "ownerReady");
    return refuse(answer.refused, { enrolment: readEnrolment(text) });
  }
  const typed = { name: text("name").trim().slice(0, 100) };
  if (text("password") !== text("confirm")) {
    return data({ message: "passwordsDiffer" as const, typed }, { status: 422 });
  }
  const answer = await beginOwnerSetup(services, caller, token, { ...typed, password: text("password") });
  if (!answer.ok) return refuse(answer.refused, { typed });
  const headers = new Headers();
  for (const cookie of answer.value.cookies) headers.append("Set-Cookie", cookie);
  return data({ enrolment: enrolmentOf(answer.value) }, { headers });
}

function refuse<More extends object>(reason: keyof typeof refusals, more?: More) {
  const [message, status] = refusals[reason];
  return data({ message, ...more }, { status });
}

export default function Owner({ loaderData: { token, email }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const message =
    answer && "message" in answer ? answer.message : email === null ? "ownerLinkOver" : undefined;
  const enrolment = answer && "enrolment" in answer ? answer.enrolment : undefined;
  const typed = answer && "typed" in answer ? answer.typed : undefined;
  return (
    <div className="wrap words-page">
      <PageHead
        title="Become the owner"
        description="For the owner of this shop"
        path={href("/auth/owner")}
      />
      <meta name="robots" content="noindex" />
      {/* The address contains a secret: it must not leak in the Referer header. */}
      <meta name="referrer" content="same-origin" />
      <div className="narrow stack">
        <h1>Become the owner</h1>
        {message && <Notice tone="wrong" title={messages[message].title} text={messages[message].text} />}
        {message === "ownerLinkOver" ? (
          <Link className="btn btn-primary" to={href("/")}>
            Back to the shop
          </Link>
        ) : (
          <Form method="post" className="stack profile-form">
            <input type="hidden" name="token" value={token} />
            {enrolment ? (
              <>
                <p className="lead">Step 2 of 2: an authenticator app. The back office opens only with it.</p>
                <EnrolmentSteps enrolment={enrolment} />
                <button type="submit" className="btn btn-primary btn-full">
                  Open the back office
                </button>
              </>
            ) : (
              <>
                <p className="lead">Step 1 of 2: a password for {email}.</p>
                <Account name={typed?.name ?? ""} message={message} />
                <button type="submit" className="btn btn-primary btn-full">
                  Continue
                </button>
              </>
            )}
          </Form>
        )}
      </div>
    </div>
  );
}

function Account({ name, message }: { name: string; message: string | undefined }) {
  const shared = { type: "password", autoComplete: "new-password", required: true, maxLength: 128 } as const;
  return (
    <>
      <Field label="Your name" name="name" autoComplete="name" defaultValue={name} maxLength={100} required />
      <Field
        label="Password"
        name="password"
        hint="At least 10 characters"
        error={message === "passwordWeak" ? messages.passwordWeak.text : undefined}
        {...shared}
      />
      <Field
        label="Confirm password"
        name="confirm"
        error={message === "passwordsDiffer" ? messages.passwordsDiffer.title : undefined}
        {...shared}
      />
    </>
  );
}
