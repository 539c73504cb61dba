import { href, Link, useNavigation } from "react-router";
import { contactTopics, messageLength } from "../../../shop/content/contact/topics.ts";
import { Honeypot } from "../../parts/content/honeypot.tsx";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { ChoiceOptions, Field, Select, TextArea } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

/** `writer`: who is signed in; the name and address can be changed. */
export function ContactForm({
  answer,
  writer,
}: {
  answer: FormAnswer | undefined;
  writer: { name: string; email: string } | null;
}) {
  const { state, formAction } = useNavigation();
  const busy = state !== "idle" && formAction?.startsWith(href("/contact"));
  return (
    <AnswerForm answer={answer} action={href("/contact")}>
      <Honeypot />
      <Field
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={80}
        required
        defaultValue={writer?.name.slice(0, 80)}
      />
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="email"
        maxLength={254}
        required
        defaultValue={writer?.email}
        hint="We answer to this address."
      />
      <Select label="What is it about?" name="topic" required defaultValue="">
        <option value="">Please choose</option>
        <ChoiceOptions choices={contactTopics.map(({ id, label }) => ({ value: id, label }))} />
      </Select>
      <TextArea
        label="Message"
        name="message"
        rows={7}
        minLength={messageLength.least}
        maxLength={messageLength.most}
        required
        hint="If it is about an order, please add its number."
      />
      <p className="text-small muted">
        We use what you write to answer you, and for nothing else.{" "}
        <Link className="link" to={href("/privacy-policy")}>
          Privacy policy
        </Link>
      </p>
      <div>
        <button className="btn btn-primary" type="submit" aria-disabled={busy}>
          {busy ? "Sending..." : "Send Message"}
        </button>
      </div>
    </AnswerForm>
  );
}
