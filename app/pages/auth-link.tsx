import { data, Form, href, Link } from "react-router";
import { followLogin, followVerify, setNewPassword } from "../../shop/accounts/follow-link.server.ts";
import { messages } from "../parts/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { Field } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { formFields } from "../web/form.server.ts";
import { callerOf } from "../web/people/caller.server.ts";
import { leadTo, welcome } from "../web/people/entered.server.ts";
import { useLastAnswer } from "../web/people/use-last-answer.ts";
import type { Route } from "./+types/auth-link";

const purposes = ["verify", "login", "recover"] as const;

/** What a link from a mail leads to. Opening it does nothing yet: mail scanners open links, people press buttons. */
export function loader({ request }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const purpose = purposes.find((one) => query.has(one));
  if (!purpose) throw data(null, { status: 404 });
  return { purpose, token: query.get(purpose) ?? "" };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields(request);
  const caller = callerOf(request, services.site);
  const token = (fields.get("token") ?? "").slice(0, 2_000);
  switch (fields.get("purpose")) {
    case "verify": {
      const answer = await followVerify(services, caller, token);
      return answer.ok ? leadTo(href("/auth"), [], "emailVerified") : refuse(answer.refused);
    }
    case "login": {
      const answer = await followLogin(services, caller, token);
      return answer.ok ? welcome(answer.value, null) : refuse(answer.refused);
    }
    default: {
      const [password = "", confirm = ""] = [fields.get("password"), fields.get("confirm")];
      if (password !== confirm) return data({ said: "passwordsDiffer" as const }, { status: 422 });
      const answer = await setNewPassword(services, caller, token, password);
      return answer.ok ? leadTo(href("/auth"), [], "passwordSet") : refuse(answer.refused);
    }
  }
}

const refusals = {
  "link-over": ["linkOver", 410],
  "too-often": ["tooManyTries", 429],
  "weak-password": ["passwordWeak", 422],
  busy: ["busy", 503],
} as const;

function refuse(reason: keyof typeof refusals) {
  const [said, status] = refusals[reason];
  return data({ said }, { status });
}

const words = {
  verify: {
    title: "Verify your email",
    text: "One click, and your account is ready.",
    label: "Verify my email",
  },
  login: { title: "Log in", text: "One click, and you are in.", label: "Login" },
  recover: {
    title: "Set a new password",
    text: "You will be logged out on all other devices.",
    label: "Set new password",
  },
};

export default function AuthLink({ loaderData: { purpose, token }, actionData }: Route.ComponentProps) {
  const { title, text, label } = words[purpose];
  const answer = useLastAnswer(actionData);
  const said = answer && "said" in answer ? answer.said : undefined;
  const wrong = said && messages[said];
  return (
    <div className="wrap words-page">
      <PageHead title={title} description={text} path={href("/auth/link")} />
      <meta name="robots" content="noindex" />
      {/* The address carries a secret: no other site may learn it from a link followed here. */}
      <meta name="referrer" content="same-origin" />
      <div className="narrow stack">
        <h1>{title}</h1>
        {wrong ? (
          <Notice tone="wrong" title={wrong.title} text={wrong.text} />
        ) : (
          <p className="lead">{text}</p>
        )}
        {said === "linkOver" ? (
          <Link className="btn btn-primary" to={href("/auth")}>
            Back to the login
          </Link>
        ) : (
          <Form method="post" className="stack">
            <input type="hidden" name="purpose" value={purpose} />
            <input type="hidden" name="token" value={token} />
            {purpose === "recover" && <NewPassword differ={said === "passwordsDiffer"} />}
            <button type="submit" className="btn btn-primary btn-full">
              {label}
            </button>
          </Form>
        )}
      </div>
    </div>
  );
}

function NewPassword({ differ }: { differ: boolean }) {
  const shared = { type: "password", autoComplete: "new-password", required: true, maxLength: 128 } as const;
  return (
    <>
      <Field label="New Password" name="password" hint="At least 10 characters" {...shared} />
      <Field
        label="Confirm Password"
        name="confirm"
        error={differ ? messages.passwordsDiffer.title : undefined}
        {...shared}
      />
    </>
  );
}
