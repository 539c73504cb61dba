import { Field } from "../../ui/forms/field.tsx";
import { CopyButton } from "../copy-button.tsx";

/** `uri`: for the authenticator app; `picture`: the same as QR code, one unit per module. */
export type Enrolment = {
  uri: string;
  recoveryCodes: string[];
  picture: { size: number; path: string } | null;
};

/** Fields for setting up an authenticator app: key, recovery codes, first code. */
export default function EnrolmentSteps({
  enrolment: { uri, recoveryCodes, picture },
}: {
  enrolment: Enrolment;
}) {
  const secret = new URL(uri).searchParams.get("secret") ?? "";
  return (
    <>
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
      <code className="wrap-anywhere">{secret.replace(/(.{4})(?=.)/g, "$1 ")}</code>
      <CopyButton text={secret} label="Copy the key" />
      <p>2. Keep these recovery codes in a safe place. Each works once when your phone is lost.</p>
      <ul className="secret-list" aria-label="Recovery codes">
        {recoveryCodes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <CopyButton text={recoveryCodes.join("\n")} label="Copy the recovery codes" />
      <Field
        label="3. The code that the app shows now"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        required
      />
    </>
  );
}
