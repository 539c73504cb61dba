import type { Enrolment } from "../../parts/account/enrolment.tsx";
import { qrPicture } from "./qr-picture.server.ts";

/** Display data of a second factor during setup. */
export function enrolmentOf({ uri, recoveryCodes }: Omit<Enrolment, "picture">): Enrolment {
  return { uri, recoveryCodes, picture: qrPicture(uri) };
}

/** The setup data of the previous page, sent back by the form so that it can be shown again. */
export function readEnrolment(text: (name: string) => string): Enrolment {
  const sent = text("uri");
  const uri = sent.length < 500 && /^otpauth:\/\/totp\/[\x21-\x7e]+$/.test(sent) ? sent : "";
  const recoveryCodes = text("codes")
    .split(" ")
    .filter((code) => /^[\w-]{5,30}$/.test(code));
  return enrolmentOf({ uri, recoveryCodes: recoveryCodes.slice(0, 20) });
}
