import { useRef } from "react";
import { Form, href, Link, useNavigation } from "react-router";
import { contactTopics, messageLength } from "../../../shop/content/contact/topics.ts";
import { Honeypot } from "../../parts/content/honeypot.tsx";
import { useFocusOnError } from "../../parts/use-focus-on-error.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

/** The typed values and the errors by field. */
export type ContactFormErrors = {
  typed: { name: string; email: string; topic: string; message: string };
  errors: Record<string, string>;
  refused: boolean;
};

export function ContactForm({ formErrors }: { formErrors?: ContactFormErrors }) {
  const { state, formAction } = useNavigation();
  const busy = state !== "idle" && formAction?.startsWith(href("/contact"));
  const form = useRef<HTMLFormElement>(null);
  useFocusOnError(form, formErrors);
  const { typed, errors } = formErrors ?? { typed: undefined, errors: undefined };
  return (
    <Form ref={form} className="stack" method="post" action={href("/contact")} noValidate>
      <Honeypot />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={80}
        required
        defaultValue={typed?.name}
        error={errors?.name}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        hint="We answer to this address."
        defaultValue={typed?.email}
        error={errors?.email}
      />
      <Select
        label="What is it about?"
        name="topic"
        required
        defaultValue={typed?.topic ?? ""}
        error={errors?.topic}
      >
        <option value="">Please choose</option>
        {contactTopics.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
      <TextArea
        label="Message"
        name="message"
        rows={7}
        minLength={messageLength.least}
        maxLength={messageLength.most}
        required
        hint="If it is about an order, please add its number."
        defaultValue={typed?.message}
        error={errors?.message}
      />
      <p className="small muted">
        We use what you write to answer you, and for nothing else.{" "}
        <Link className="link" to={href("/privacy-policy")}>
          Privacy policy
        </Link>
      </p>
      <div>
        <button className="btn btn-primary" type="submit" disabled={busy}>
          {busy ? "Sending..." : "Send Message"}
        </button>
      </div>
    </Form>
  );
}
