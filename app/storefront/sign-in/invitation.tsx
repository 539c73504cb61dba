import { data, Form, href, Link } from "react-router";
import { cutText } from "../../../platform/text/cut-text.ts";
import {
  acceptInvitation,
  acceptWithNewAccount,
  invitationOf,
} from "../../../shop/accounts/team/invitations.server.ts";
import { type Refusal, refuse } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { useLastAnswer } from "../../http/forms/use-last-answer.ts";
import { signInAddress, viewerOf } from "../../http/guards.server.ts";
import { afterSignIn, redirectAcross } from "../../http/session/after-sign-in.server.ts";
import { callerOf } from "../../http/session/caller.server.ts";
import { LinkPage } from "../../parts/account/link-page.tsx";
import { NewPasswordFields } from "../../parts/account/new-password.tsx";
import * as accountMessages from "../../parts/messages/account-messages.ts";
import { useShop } from "../../parts/shop-context.ts";
import { servicesContext } from "../../services-context.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Route } from "./+types/invitation";

const longestToken = 200;

/** Target of the link in an invitation to the team. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = (new URL(request.url).searchParams.get("token") ?? "").slice(0, longestToken);
  const found = await invitationOf(context.get(servicesContext), token);
  if (!found) return data({ token, invitation: null }, { status: 410 });
  const { email, roleName, invitedBy, hasAccount } = found;
  const viewer = viewerOf(context);
  const isTheirs = viewer.kind === "customer" && viewer.email?.toLowerCase() === email.toLowerCase();
  const step =
    viewer.kind === "guest"
      ? hasAccount
        ? ("sign-in" as const)
        : ("new" as const)
      : isTheirs
        ? ("confirm" as const)
        : ("other" as const);
  const login = signInAddress(`${href("/auth/invitation")}?${new URLSearchParams({ token })}`);
  const signedInAs = viewer.kind === "guest" ? "" : (viewer.email ?? viewer.name);
  return data({ token, invitation: { email, roleName, invitedBy, step, login, signedInAs } });
}

const refusals = {
  "link-over": ["invitationOver", 410],
  "has-account": ["invitationHasAccount", 409],
  "bad-name": ["signupNameBad", 422, "name"],
  "weak-password": ["passwordWeak", 422, "password"],
  "too-often": ["tooManyTries", 429],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const text = (name: string) => fields.get(name) ?? "";
  const caller = callerOf(request, services.site);
  const token = text("token").slice(0, longestToken);
  if (text("intent") === "accept") {
    const viewer = viewerOf(context);
    if (viewer.kind === "guest") return refuse(refusals["link-over"]);
    const joined = await acceptInvitation(services, caller, viewer, token);
    return joined.ok ? redirectAcross(href("/admin"), "joinedTeam") : refuse(refusals[joined.refused]);
  }
  if (text("password") !== text("confirm")) return refuse(["passwordsDiffer", 422, "confirm"], fields);
  const chosen = { name: cutText(text("name").trim(), 100), password: text("password") };
  const joined = await acceptWithNewAccount(services, caller, token, chosen);
  if (!joined.ok) return refuse(refusals[joined.refused], fields);
  return afterSignIn(joined.value, href("/admin"), "joinedTeam");
}

export default function InvitationScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { shop } = useShop();
  const { token, invitation } = loaderData;
  const answer = useLastAnswer(actionData);
  const message = answer?.toast ?? (invitation ? undefined : accountMessages.invitationOver);
  return (
    <LinkPage
      title="Join the team"
      description="For people who were invited to the team"
      path={href("/auth/invitation")}
    >
      {message && <Notice tone="wrong" title={message.title} text={message.text} />}
      {invitation ? (
        <>
          <p className="lead">
            {invitation.invitedBy || "Somebody"} has invited {invitation.email} to work on {shop.name} as{" "}
            {invitation.roleName}.
          </p>
          <Step invitation={invitation} token={token} answer={answer} />
        </>
      ) : (
        <Link className="btn btn-primary" to={href("/")}>
          Back to the shop
        </Link>
      )}
    </LinkPage>
  );
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["invitation"]>;
type Answer = ReturnType<typeof useLastAnswer<Route.ComponentProps["actionData"]>>;

function Step({ invitation, token, answer }: { invitation: Shown; token: string; answer: Answer }) {
  const { step, email, login, signedInAs } = invitation;
  switch (step) {
    case "sign-in":
      return (
        <>
          <p>There is an account with this address. Log in with it, and you come back here.</p>
          <Link className="btn btn-primary" to={login}>
            Log in
          </Link>
        </>
      );
    case "confirm":
      return (
        <AnswerForm answer={answer} className="stack profile-form">
          <input type="hidden" name="token" value={token} />
          <button type="submit" name="intent" value="accept" className="btn btn-primary btn-full">
            Join the team
          </button>
        </AnswerForm>
      );
    case "other":
      return (
        <>
          <p>
            You are logged in as {signedInAs}. This invitation is for {email}: please sign out, and open the
            link again.
          </p>
          <Form method="post" action={href("/auth/sign-out")}>
            <button type="submit" className="btn btn-primary">
              Sign out
            </button>
          </Form>
        </>
      );
    default:
      return (
        <AnswerForm answer={answer} className="stack profile-form">
          <input type="hidden" name="token" value={token} />
          <Field label="Your name" name="name" autoComplete="name" maxLength={100} required />
          <NewPasswordFields labels={["Password", "Confirm password"]} />
          <button type="submit" className="btn btn-primary btn-full">
            Join the team
          </button>
        </AnswerForm>
      );
  }
}
