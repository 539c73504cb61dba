import { Form } from "react-router";
import { Field } from "../../../ui/field.tsx";
import { tabAddress } from "../tabs.ts";
import type { Enrolment } from "../trouble.ts";

const here = tabAddress("security");

/** Two-step login by an authenticator app: off, being set up, on. */
export function TwoStep({
  on,
  password,
  enrolment,
}: {
  on: boolean;
  /** Whether there is a password, which is the first of the two steps. */
  password: boolean;
  enrolment: Enrolment | undefined;
}) {
  return (
    <section aria-labelledby="two-step">
      <h2 id="two-step" className="h3">
        Two-step login
      </h2>
      {on ? (
        <>
          <p>It is on: after the password you are asked for a code from your authenticator app.</p>
          <PasswordForm intent="two-step-end" button="Turn it off" />
        </>
      ) : !password ? (
        <p>A second lock beside your password. Set a password first, then you can turn it on here.</p>
      ) : enrolment ? (
        <Confirm enrolment={enrolment} />
      ) : (
        <>
          <p>A second lock: after the password you are asked for a code from an app on your phone.</p>
          <PasswordForm intent="two-step-begin" button="Set it up" />
        </>
      )}
    </section>
  );
}

function PasswordForm({ intent, button }: { intent: string; button: string }) {
  return (
    <Form className="stack profile-form" method="post" action={here}>
      <Field label="Your password" name="password" type="password" autoComplete="current-password" required />
      <div>
        <button className="btn btn-secondary" type="submit" name="intent" value={intent}>
          {button}
        </button>
      </div>
    </Form>
  );
}

function Confirm({ enrolment: { uri, recoveryCodes, picture } }: { enrolment: Enrolment }) {
  const secret = URL.parse(uri)?.searchParams.get("secret") ?? "";
  return (
    <Form className="stack profile-form" method="post" action={here}>
      <input type="hidden" name="uri" value={uri} />
      <input type="hidden" name="codes" value={recoveryCodes.join(" ")} />
      <p>
        1. Add the shop to your authenticator app: scan this picture with it,{" "}
        <a className="link" href={uri}>
          open the app
        </a>{" "}
        if it is on this device, or type the key into it.
      </p>
      {picture && (
        <svg
          className="qr"
          viewBox={`0 0 ${picture.size} ${picture.size}`}
          role="img"
          aria-label="QR code for your authenticator app; the key below says the same"
        >
          <path d={picture.path} />
        </svg>
      )}
      <p className="secret">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</p>
      <p>2. Keep these recovery codes in a safe place. Each works once when your phone is lost.</p>
      <ul className="secret-list" aria-label="Recovery codes">
        {recoveryCodes.map((code) => (
          <li key={code} className="secret">
            {code}
          </li>
        ))}
      </ul>
      <Field
        label="3. The code that the app shows now"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
      />
      <div>
        <button className="btn btn-primary" type="submit" name="intent" value="two-step-confirm">
          Turn it on
        </button>
      </div>
    </Form>
  );
}
