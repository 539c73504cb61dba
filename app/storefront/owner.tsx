import { useEffect, useRef } from "react";
import { data, href, Link } from "react-router";
import { cutText } from "../../platform/text/cut-text.ts";
import { system } from "../../shop/access/actor.ts";
import { beginOwnerSetup, finishOwnerSetup, ownerOfLink } from "../../shop/accounts/owner-link.server.ts";
import { isUnnamed, nameShop } from "../../shop/settings/name-shop.server.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { cleanLine } from "../../shop/text/clean-text.ts";
import { type Refusal, refuse, refuseFields } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { viewerOf } from "../http/guards.server.ts";
import { newEnrolment, readEnrolment } from "../http/second-factor/enrolment.server.ts";
import { redirectAcross } from "../http/session/after-sign-in.server.ts";
import { callerOf } from "../http/session/caller.server.ts";
import EnrolmentSteps from "../parts/account/enrolment.tsx";
import { LinkPage } from "../parts/account/link-page.tsx";
import { NewPasswordFields } from "../parts/account/new-password.tsx";
import * as accountMessages from "../parts/messages/account-messages.ts";
import { servicesContext } from "../services-context.ts";
import { AnswerForm } from "../ui/forms/answer-form.tsx";
import { Field } from "../ui/forms/field.tsx";
import { focusInView } from "../ui/forms/focus-in-view.ts";
import { Notice } from "../ui/notice.tsx";
import type { Route } from "./+types/owner";

/** Target of the link from `npm run owner`: the first owner sets a password and an authenticator app. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const services = context.get(servicesContext);
  const email = await ownerOfLink(services, token.slice(0, 200));
  const asksName = await isUnnamed(services);
  return data({ token, email, asksName }, { status: email === null ? 410 : 200 });
}

const refusals = {
  "link-over": ["ownerLinkOver", 410],
  "bad-name": ["signupNameBad", 422, "name"],
  "weak-password": ["passwordWeak", 422, "password"],
  "wrong-code": ["secondFactorCodeBad", 422, "code"],
  "begin-again": ["ownerLinkOver", 410],
  "too-often": ["tooManyTries", 429],
  busy: ["busy", 503],
} as const satisfies Record<string, Refusal>;

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const text = (name: string) => fields.get(name) ?? "";
  const caller = callerOf(request, services.site);
  const token = text("token").slice(0, 200);
  if (fields.has("code")) {
    const viewer = viewerOf(context);
    if (viewer.kind === "guest") return refuse(refusals["link-over"]);
    const code = text("code").replace(/\s/g, "");
    const answer = await finishOwnerSetup(services, caller, viewer, { token, code });
    if (answer.ok) return redirectAcross(href("/admin"), "ownerReady", answer.value);
    return refuse(refusals[answer.refused], undefined, { enrolment: readEnrolment(text) });
  }
  if (text("password") !== text("confirm")) return refuse(["passwordsDiffer", 422, "confirm"], fields);
  const asName = cleanLine(text("shopName"));
  if (asName.length > 300) return refuseFields({ shopName: "At most 300 characters." }, 422, fields);
  const chosen = { name: cutText(text("name").trim(), 100), password: text("password") };
  const answer = await beginOwnerSetup(services, caller, token, chosen);
  if (!answer.ok) return refuse(refusals[answer.refused], fields);
  // Whoever has the link is no staff yet. The authenticator app, in the next step, lists its key under this name.
  if (asName !== "") await nameShop(services, { actor: system("owner-link"), shopName: asName });
  const headers = new Headers();
  for (const cookie of answer.value.cookies) headers.append("Set-Cookie", cookie);
  const { shopName } = await shopSettings(services);
  return data({ ok: true, enrolment: newEnrolment(answer.value, shopName) }, { headers });
}

export default function Owner({ loaderData: { token, email, asksName }, actionData }: Route.ComponentProps) {
  const answer = useLastAnswer(actionData);
  const refused = answer && "toast" in answer ? answer.toast : undefined;
  const message = refused ?? (email === null ? accountMessages.ownerLinkOver : undefined);
  const enrolment = answer && "enrolment" in answer ? answer.enrolment : undefined;
  const second = useRef<HTMLParagraphElement>(null);
  const isSecond = enrolment !== undefined;
  // The button of the first step is at its end, below what the second one begins with.
  useEffect(() => {
    if (isSecond && second.current) focusInView(second.current);
  }, [isSecond]);
  return (
    <LinkPage title="Become the owner" description="For the owner of this shop" path={href("/auth/owner")}>
      {message && <Notice tone="wrong" title={message.title} text={message.text} />}
      {message?.text === accountMessages.ownerLinkOver.text ? (
        <Link className="btn btn-primary" to={href("/")}>
          Back to the shop
        </Link>
      ) : (
        <AnswerForm answer={answer} className="stack profile-form">
          <input type="hidden" name="token" value={token} />
          {enrolment ? (
            <>
              <p className="lead" ref={second} tabIndex={-1}>
                Step 2 of 2: an authenticator app. The back office opens only with it.
              </p>
              <EnrolmentSteps enrolment={enrolment} />
              <button type="submit" className="btn btn-primary btn-full">
                Open the back office
              </button>
            </>
          ) : (
            <>
              <p className="lead">Step 1 of 2: a password for {email}.</p>
              <Field label="Your name" name="name" autoComplete="name" maxLength={100} required />
              {asksName && (
                <Field
                  label="Name of the shop"
                  name="shopName"
                  autoComplete="organization"
                  maxLength={300}
                  optional
                  hint="On every page, in emails and in your authenticator app. You can change it later."
                />
              )}
              <NewPasswordFields labels={["Password", "Confirm password"]} />
              <button type="submit" className="btn btn-primary btn-full">
                Continue
              </button>
            </>
          )}
        </AnswerForm>
      )}
    </LinkPage>
  );
}
