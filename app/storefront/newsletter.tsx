import { Form, href, Link } from "react-router";
import { allowFormSubmission } from "../../shop/accounts/form-rate-limit.server.ts";
import {
  confirmSubscription,
  type LinkState,
  leaveNewsletter,
  linkState,
  type Purpose,
} from "../../shop/content/newsletter/follow-link.server.ts";
import { subscribe } from "../../shop/content/newsletter/subscribe.server.ts";
import { refuseFields } from "../http/forms/answer.server.ts";
import { formFields } from "../http/forms/form.server.ts";
import { useLastAnswer } from "../http/forms/use-last-answer.ts";
import { newsletterSender } from "../http/newsletter-sender.server.ts";
import { clientOf } from "../http/session/caller.server.ts";
import { honeypotField } from "../parts/content/honeypot.tsx";
import { NewsletterForm } from "../parts/content/newsletter-form.tsx";
import * as messages from "../parts/messages/messages.ts";
import { PageHead } from "../parts/page-head.tsx";
import { servicesContext } from "../services-context.ts";
import { EmptyState } from "../ui/empty-state.tsx";
import type { FormAnswer } from "../ui/forms/form-context.ts";
import type { Route } from "./+types/newsletter";

type State = LinkState | "done";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = new URL(request.url).searchParams;
  for (const purpose of ["confirm", "leave"] as const) {
    const token = query.get(purpose);
    if (token !== null) return { link: { purpose, token, state: await linkState(services, purpose, token) } };
  }
  return { link: null };
}

/** Three forms: subscribe, confirm, unsubscribe; the last also from a mail program. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const fields = await formFields({ request, context });
  const sender = await newsletterSender(services, request);

  const confirm = fields.get("confirm");
  if (confirm !== undefined) {
    return {
      followed: { purpose: "confirm" as const, state: await confirmSubscription(services, sender, confirm) },
    };
  }
  // A mail program sends this to the link itself (RFC 8058).
  const oneClick = fields.get("List-Unsubscribe") === "One-Click";
  const leave = oneClick ? (new URL(request.url).searchParams.get("leave") ?? "") : fields.get("leave");
  if (leave !== undefined) {
    return { followed: { purpose: "leave" as const, state: await leaveNewsletter(services, leave) } };
  }
  const asked: FormAnswer = { ok: true };
  if (fields.get(honeypotField)) return asked;
  if (!(await allowFormSubmission(services, clientOf(request)))) {
    return refuseFields({ email: messages.tooManyTries.title }, 429, fields);
  }
  const outcome = await subscribe(services, sender, fields.get("email") ?? "");
  return outcome.ok ? asked : refuseFields({ email: messages.emailInvalid.title }, 400, fields);
}

export default function Newsletter({ loaderData: { link }, actionData }: Route.ComponentProps) {
  const last = useLastAnswer(actionData);
  const followed = last && "followed" in last ? last.followed : null;
  const answer = last && "ok" in last ? last : undefined;
  return (
    <div className="wrap words-page">
      <PageHead
        title="Newsletter"
        description="New articles and arrivals by email."
        path={href("/newsletter")}
      />
      {link || followed ? <meta name="robots" content="noindex" /> : null}
      {followed ? (
        <LinkAnswer {...followed} />
      ) : link ? (
        <LinkAnswer {...link} />
      ) : (
        <NewsletterForm level={1} answer={answer} />
      )}
    </div>
  );
}

const texts: Record<Purpose, Record<State, { title: string; text: string }>> = {
  confirm: {
    open: {
      title: "Confirm your email address?",
      text: "Press the button to start receiving our newsletter.",
    },
    done: { title: "You are subscribed", text: "Thank you. Every newsletter has a link to unsubscribe." },
    already: {
      title: "Already confirmed",
      text: "You are already subscribed. There is nothing more to do.",
    },
    expired: { title: "This link has expired", text: "It was valid for 48 hours. Please subscribe again." },
    unknown: {
      title: "This link does not work",
      text: "Part of the address may be missing. Please subscribe again.",
    },
  },
  leave: {
    open: { title: "Unsubscribe?", text: "Press the button and we will stop sending you the newsletter." },
    done: {
      title: "You have unsubscribed",
      text: "We will not send you the newsletter any more. You can come back any time.",
    },
    already: { title: "Already unsubscribed", text: "We do not send the newsletter to this address." },
    expired: { title: "This link has expired", text: "Please use the link in the latest newsletter." },
    unknown: {
      title: "This link does not work",
      text: "Part of the address may be missing. Please write to us and we will unsubscribe you.",
    },
  },
};

function LinkAnswer({ purpose, state, token }: { purpose: Purpose; state: State; token?: string }) {
  const { title, text } = texts[purpose][state];
  const broken = state === "expired" || state === "unknown";
  return (
    <EmptyState level={1} title={title} text={text} tone={broken ? "wrong" : "calm"}>
      {state === "open" && token !== undefined ? (
        <Form method="post" action={href("/newsletter")}>
          <input type="hidden" name={purpose} value={token} />
          <button className="btn btn-primary" type="submit">
            {purpose === "confirm" ? "Confirm my address" : "Unsubscribe"}
          </button>
        </Form>
      ) : (
        <NextStep purpose={purpose} broken={broken} />
      )}
    </EmptyState>
  );
}

function NextStep({ purpose, broken }: { purpose: Purpose; broken: boolean }) {
  const [to, label] = !broken
    ? [href("/blog"), "Read the blog"]
    : purpose === "confirm"
      ? [href("/newsletter"), "Subscribe again"]
      : [href("/contact"), "Contact us"];
  return (
    <Link className="btn btn-primary" to={to}>
      {label}
    </Link>
  );
}
