import { cutText } from "../../../platform/text/cut-text.ts";
import type { Enrolment } from "../../parts/account/enrolment.tsx";
import { longestQrText, qrPicture } from "./qr-picture.server.ts";

/** Characters of a shop's name in an app's list, which shows no more; each may take nine in the address. */
const longestIssuer = 40;

/** Display data of a second factor during setup. */
function enrolmentOf({ uri, recoveryCodes }: Omit<Enrolment, "picture">): Enrolment {
  return { uri, recoveryCodes, picture: qrPicture(uri) };
}

/** The same for one that begins: authenticator apps list its key under the shop's name. */
export function newEnrolment(begun: Omit<Enrolment, "picture">, shopName: string): Enrolment {
  return enrolmentOf({ ...begun, uri: withIssuer(begun.uri, shopName) });
}

/** An `otpauth:` URI with this issuer, both in its label ("issuer:account") and as a parameter (Key Uri Format). */
function withIssuer(uri: string, shopName: string): string {
  const address = new URL(uri);
  const issuer = cutText(shopName.replaceAll(":", " ").trim(), longestIssuer).trim();
  const account = address.pathname.slice(1).split(":").at(-1) ?? "";
  address.pathname = `/${encodeURIComponent(issuer)}:${account}`;
  address.searchParams.set("issuer", issuer);
  // Apps show a plus as it is.
  address.search = address.search.replaceAll("+", "%20");
  return address.href;
}

/** The setup data of the previous page, sent back by the form so that it can be shown again. */
export function readEnrolment(text: (name: string) => string): Enrolment {
  const sent = text("uri");
  const uri = sent.length <= longestQrText && /^otpauth:\/\/totp\/[\x21-\x7e]+$/.test(sent) ? sent : "";
  const recoveryCodes = text("codes")
    .split(" ")
    .filter((code) => /^[\w-]{5,30}$/.test(code));
  return enrolmentOf({ uri, recoveryCodes: recoveryCodes.slice(0, 20) });
}
