import { Form } from "react-router";
import { Field } from "../../../ui/field.tsx";
import { tabAddress } from "../tabs.ts";
import type { Enrolment, QrPicture } from "../trouble.ts";

const here = tabAddress("security");

/** Two-step login by an authenticator app: off, being set up, on. */
export function TwoStep({
  on,
  hasPassword,
  enrolment,
}: {
  on: boolean;
  hasPassword: boolean;
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
      ) : !hasPassword ? (
        <p>
          A second lock for logging in. It is set up and turned off with your password, so please set one
          first, above.
        </p>
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

function Scan({ qr: { across, path } }: { qr: QrPicture }) {
  return (
    <svg
      className="scan"
      viewBox={`0 0 ${across} ${across}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="QR code with the key that is written below"
    >
      <path d={path} />
    </svg>
  );
}

function Confirm({ enrolment: { uri, qr, recoveryCodes } }: { enrolment: Enrolment }) {
  const secret = URL.parse(uri)?.searchParams.get("secret") ?? "";
  return (
    <Form className="stack profile-form" method="post" action={here}>
      <input type="hidden" name="uri" value={uri} />
      <input type="hidden" name="codes" value={recoveryCodes.join(" ")} />
      <p>
        1. Add the shop to your authenticator app: scan the picture with it,{" "}
        <a className="link" href={uri}>
          open the app
        </a>{" "}
        on this device, or type the key below the picture into it.
      </p>
      <Scan qr={qr} />
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
