import { isStrong } from "../sign-up.ts";

/**
 * Whether a password is acceptable: `isStrong`, and not among the 50,000 most common ones in any case (Mozilla's
 * list; OWASP ASVS 6.2.4).
 */
export async function isGoodPassword(
  password: string,
  person?: { name?: string; email?: string },
): Promise<boolean> {
  // Loaded when the first password is checked: 18 MB.
  const { default: list } = await import("fxa-common-password-list");
  return isStrong(password, person) && !list.test(password) && !list.test(password.toLowerCase());
}
