import type { ReactNode } from "react";
import { Form, href, Link, useNavigation } from "react-router";
import { messages } from "../../parts/messages/messages.ts";
import { Field } from "../../ui/field.tsx";
import type { MessageName } from "../../web/toast.server.ts";

type Props = {
  /** Action of the forms: this screen with the return address. */
  action: string;
  typed: { email: string; name: string };
  /** Error of the last submit. */
  message?: MessageName | undefined;
};

/** The error of a field. */
const fieldOf: Partial<Record<MessageName, "name" | "email" | "password" | "confirm" | "code">> = {
  signupNameBad: "name",
  signupEmailBad: "email",
  emailInvalid: "email",
  signupPasswordWeak: "password",
  passwordsDiffer: "confirm",
  loginCodeWrong: "code",
};

export function isShownAtField(message: MessageName): boolean {
  return message in fieldOf;
}

function errorAt(field: string, message: MessageName | undefined): string | undefined {
  if (!message || fieldOf[message] !== field) return undefined;
  return messages[message].text ?? messages[message].title;
}

/** A form of this screen with its `intent`. Shows a busy state while pending (specification, section 4). */
function Asking({
  action,
  intent,
  label,
  look = "primary",
  children,
}: {
  action: string;
  intent: string;
  label: string;
  look?: "primary" | "secondary";
  children?: ReactNode;
}) {
  const { formData } = useNavigation();
  const busy = formData?.get("intent") === intent;
  return (
    <Form method="post" action={action} className="stack">
      <input type="hidden" name="intent" value={intent} />
      {children}
      <button type="submit" className={`btn btn-${look} btn-full`} aria-disabled={busy}>
        {busy ? "One moment..." : label}
      </button>
    </Form>
  );
}

function Email({ email, message }: { email: string; message?: MessageName | undefined }) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete="email"
      required
      defaultValue={email}
      maxLength={254}
      error={errorAt("email", message)}
    />
  );
}

export function GoogleForm({ action, isSetUp }: { action: string; isSetUp: boolean }) {
  if (isSetUp)
    return <Asking action={action} intent="google" label="Continue with Google" look="secondary" />;
  return (
    <>
      <button type="button" className="btn btn-secondary btn-full" disabled>
        Continue with Google
      </button>
      <p className="hint">Google sign-in is not set up</p>
    </>
  );
}

export function LoginForm({ action, typed, to }: Props & { to: (tab: string) => string }) {
  return (
    <>
      <Asking action={action} intent="login" label="Login">
        <Email email={typed.email} />
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

export function SignUpForm({ action, typed, message }: Props) {
  return (
    <>
      <Asking action={action} intent="signup" label="Create Account">
        <Field
          label="Name"
          name="name"
          autoComplete="name"
          required
          defaultValue={typed.name}
          maxLength={100}
          error={errorAt("name", message)}
        />
        <Email email={typed.email} message={message} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint="At least 10 characters"
          required
          maxLength={128}
          error={errorAt("password", message)}
        />
        <Field
          label="Confirm Password"
          name="confirm"
          type="password"
          autoComplete="new-password"
          required
          maxLength={128}
          error={errorAt("confirm", message)}
        />
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

export function RecoverForm({ action, typed, message }: Props) {
  return (
    <Asking action={action} intent="recover" label="Send me a link">
      <Email email={typed.email} message={message} />
    </Asking>
  );
}

/** Sign-in with a mailed code or link; once requested, the field for the code. */
export function CodeForms({ action, typed, sent, message }: Props & { sent: string | null }) {
  const { formData } = useNavigation();
  const busy = formData !== undefined;
  if (sent === "code") {
    return (
      <Asking action={action} intent="enter-code" label="Login">
        <input type="hidden" name="email" value={typed.email} />
        <Field
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Six digits, from the email we have just sent"
          required
          maxLength={12}
          error={errorAt("code", message)}
        />
      </Asking>
    );
  }
  return (
    <Form method="post" action={action} className="stack">
      <Email email={typed.email} message={message} />
      <button
        type="submit"
        name="intent"
        value="ask-code"
        className="btn btn-primary btn-full"
        aria-disabled={busy}
      >
        Send me a code
      </button>
      <button
        type="submit"
        name="intent"
        value="ask-link"
        className="btn btn-secondary btn-full"
        aria-disabled={busy}
      >
        Send me a link instead
      </button>
    </Form>
  );
}

export function SecondFactorForm({ action }: { action: string }) {
  return (
    <Asking action={action} intent="second-factor" label="Login">
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
