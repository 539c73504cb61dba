import list from "fxa-common-password-list";
import { isStrong } from "../sign-up.ts";

/**
 * Whether a password may be taken: what `isStrong` asks, and none of the 50,000 that others chose most often (Mozilla's
 * list; OWASP ASVS 6.2.4), in whatever case it is typed.
 */
export function isGoodPassword(password: string, person?: { name?: string; email?: string }): boolean {
  return isStrong(password, person) && !list.test(password) && !list.test(password.toLowerCase());
}
