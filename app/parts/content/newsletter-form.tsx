import { href, Link, useFetcher } from "react-router";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import * as contactMessages from "../messages/contact-messages.ts";
import { Honeypot } from "./honeypot.tsx";

/**
 * E-mail field and Subscribe button. Without scripts the newsletter page answers, with them the result appears here.
 */
export function NewsletterForm({ answer, level = 2 }: { answer?: FormAnswer | undefined; level?: 1 | 2 }) {
  const fetcher = useFetcher<FormAnswer>();
  const shown = fetcher.data ?? answer;
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <section className="newsletter print:hidden" aria-labelledby="newsletter-title">
      <div>
        <Heading id="newsletter-title" className="h2">
          New articles and arrivals
        </Heading>
        <p className="mt-2 muted">
          Short emails only. You can unsubscribe with one click.{" "}
          <Link className="link" to={href("/privacy-policy")}>
            How we use your address
          </Link>
        </p>
      </div>
      {shown?.ok ? (
        <Notice
          tone="ok"
          title={contactMessages.newsletterAsked.title}
          text={contactMessages.newsletterAsked.text}
        />
      ) : (
        <AnswerForm as={fetcher.Form} answer={shown} className="field-row" action={href("/newsletter")}>
          <Honeypot />
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="email"
            placeholder="you@example.in"
            maxLength={254}
            required
          />
          <button className="btn btn-primary" type="submit" aria-disabled={fetcher.state !== "idle"}>
            {fetcher.state === "idle" ? "Subscribe" : "Sending..."}
          </button>
        </AnswerForm>
      )}
    </section>
  );
}
