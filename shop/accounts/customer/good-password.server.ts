import list from "fxa-common-password-list";
import { isStrong } from "../sign-up.ts";

/**
 * Whether a password is acceptable: `isStrong`, and not among the 50,000 most common ones in any case (Mozilla's
 * list; OWASP ASVS 6.2.4).
 */
export function isGoodPassword(password: string, person?: { name?: string; email?: string }): boolean {
  return isStrong(password, person) && !list.test(password) && !list.test(password.toLowerCase());
}
