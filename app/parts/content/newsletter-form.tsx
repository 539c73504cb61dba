import { href, Link, useFetcher } from "react-router";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { messages } from "../messages/messages.ts";
import { Honeypot } from "./honeypot.tsx";

/** Answer to a subscription. `typed` restores the input after an error. */
export type SubscribeResult = { asked: true } | { asked: false; typed: string; error: string };

/**
 * E-mail field and Subscribe button. Without scripts the newsletter page answers, with them the result appears here.
 */
export function NewsletterForm({ answer, level = 2 }: { answer?: SubscribeResult; level?: 1 | 2 }) {
  const fetcher = useFetcher<{ subscribe?: SubscribeResult }>();
  const shown = fetcher.data?.subscribe ?? answer;
  const Heading = level === 1 ? "h1" : "h2";
  const problem = shown && !shown.asked ? shown : null;
  return (
    <section className="newsletter" aria-labelledby="newsletter-title">
      <div>
        <Heading id="newsletter-title" className="h2">
          New articles, twice a month
        </Heading>
        <p>
          Short emails only. You can unsubscribe with one click.{" "}
          <Link className="link" to={href("/privacy-policy")}>
            How we use your address
          </Link>
        </p>
      </div>
      {shown?.asked ? (
        <Notice tone="ok" title={messages.newsletterAsked.title} text={messages.newsletterAsked.text} />
      ) : (
        <fetcher.Form method="post" action={href("/newsletter")} noValidate>
          <Honeypot />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@example.in"
            maxLength={254}
            required
            defaultValue={problem?.typed}
            error={problem?.error}
          />
          <button className="btn btn-primary" type="submit" disabled={fetcher.state !== "idle"}>
            {fetcher.state === "idle" ? "Subscribe" : "Sending..."}
          </button>
        </fetcher.Form>
      )}
    </section>
  );
}
