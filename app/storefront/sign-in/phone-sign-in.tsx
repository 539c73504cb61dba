import { href, Link } from "react-router";
import type { Channel } from "../../../platform/messaging/channels.ts";
import { byChannel, PhoneField } from "../../parts/account/phone-field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { Asking } from "./forms.tsx";

/** The first sign-in method: a number, to which a code is sent. It creates an account if there is none. */
export function PhoneSignIn({
  phone,
  channels,
  ...form
}: {
  action: string;
  answer: FormAnswer | undefined;
  phone: string;
  channels: Channel[];
}) {
  return (
    <>
      <Asking {...form} intent="ask-phone-code" label="Get a code">
        <PhoneField phone={phone} hint={`We send you a code${byChannel(channels[0])}. No password needed.`} />
      </Asking>
      <p className="hint">
        New here? The code opens your account, and you agree to the{" "}
        <Link className="link" to={href("/terms-and-conditions")}>
          terms
        </Link>
        .
      </p>
    </>
  );
}
