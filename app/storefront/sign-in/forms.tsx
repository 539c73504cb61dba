import type { ReactNode } from "react";
import { href, Link, useNavigation } from "react-router";
import { NewPasswordFields } from "../../parts/account/new-password.tsx";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

type Props = {
  /** Action of the forms: this screen with the return address. */
  action: string;
  answer: FormAnswer | undefined;
  /** The email address in the link to this page. */
  email: string;
};

/** A form of this screen with its `intent`. Shows a busy state while pending (specification, section 4). */
export function Asking({
  action,
  answer,
  intent,
  label,
  look = "primary",
  children,
}: Pick<Props, "action" | "answer"> & {
  intent: string;
  label: string;
  look?: "primary" | "secondary";
  children?: ReactNode;
}) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === intent;
  return (
    <AnswerForm action={action} answer={answer}>
      <input type="hidden" name="intent" value={intent} />
      {children}
      <button type="submit" className={`btn btn-${look} btn-full`} aria-disabled={busy}>
        {busy ? "One moment..." : label}
      </button>
    </AnswerForm>
  );
}

function Email({ email }: { email: string }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      defaultValue={email}
      maxLength={254}
    />
  );
}

export function GoogleForm({ action }: { action: string }) {
  return (
    <Asking
      action={action}
      answer={undefined}
      intent="google"
      label="Continue with Google"
      look="secondary"
    />
  );
}

export function LoginForm({ email, to, ...form }: Props & { to: (tab: string) => string }) {
  return (
    <>
      <Asking {...form} intent="login" label="Login">
        <Email email={email} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={128}
        />
      </Asking>
      <p className="hint">
        <Link className="link" to={to("recover")}>
          Forgot your password?
        </Link>{" "}
        <Link className="link" to={to("code")}>
          Log in with a code by email
        </Link>
      </p>
    </>
  );
}

export function SignUpForm({ email, ...form }: Props) {
  return (
    <>
      <Asking {...form} intent="signup" label="Create Account">
        <Field label="Name" name="name" autoComplete="name" required maxLength={100} />
        <Email email={email} />
        <NewPasswordFields labels={["Password", "Confirm Password"]} />
      </Asking>
      <p className="hint">
        By signing up you agree to the{" "}
        <Link className="link" to={href("/terms-and-conditions")}>
          terms
        </Link>
        .
      </p>
    </>
  );
}

export function RecoverForm({ email, ...form }: Props) {
  return (
    <Asking {...form} intent="recover" label="Send me a link">
      <Email email={email} />
    </Asking>
  );
}

/** Sign-in with a mailed code or link; once requested, the field for the code. */
export function CodeForms({ email, sent, ...form }: Props & { sent: string | null }) {
  const busy = useNavigation().formData !== undefined;
  if (sent === "code") {
    return (
      <Asking {...form} intent="enter-code" label="Login">
        <input type="hidden" name="email" value={email} />
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Six digits, from the email we have just sent"
          required
          maxLength={12}
        />
      </Asking>
    );
  }
  return (
    <AnswerForm {...form}>
      <Email email={email} />
      {[
        { intent: "ask-code", look: "primary", label: "Send me a code" },
        { intent: "ask-link", look: "secondary", label: "Send me a link instead" },
      ].map(({ intent, look, label }) => (
        <button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          className={`btn btn-${look} btn-full`}
          aria-disabled={busy}
        >
          {label}
        </button>
      ))}
    </AnswerForm>
  );
}

export function SecondFactorForm(form: Pick<Props, "action" | "answer">) {
  return (
    <Asking {...form} intent="second-factor" label="Login">
      <Field
        label="Code"
        name="code"
        autoComplete="one-time-code"
        hint="Six digits from your authenticator app, or one of your recovery codes"
        required
        maxLength={40}
      />
    </Asking>
  );
}
