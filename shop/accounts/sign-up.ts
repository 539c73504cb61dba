import { z } from "zod";
import { cutText } from "../../platform/text/cut-text.ts";
import { cleanLine } from "../text/clean-text.ts";
import { emailAddress } from "../text/email-address.ts";

const longestName = 100;

/** A name as displayed: letters of any script on one line, cleaned, without markup characters. */
export const personName = z
  .string()
  .transform(cleanLine)
  .pipe(
    z
      .string()
      .min(1)
      .max(longestName)
      .regex(/^[^<>]*$/),
  );

/** A name that comes from elsewhere, made one that `personName` takes; "" when nothing is left of it. */
export function cleanName(name: string): string {
  return cutText(cleanLine(name.replace(/[<>]/g, " ")), longestName).trim();
}

export const signUpForm = z.object({ name: personName, email: emailAddress, password: z.string() });

const minPasswordLength = 10;
const maxPasswordLength = 128;
const maxUsed = ["password", "qwerty", "123456", "campusstyle", "letmein", "iloveyou", "welcome"];

/**
 * Whether a password is strong enough: 10 to 128 characters, at least five different ones, not mostly a common
 * password, and not the user's own address or name (NIST SP 800-63B, 3.1.1).
 */
export function isStrong(password: string, { name, email }: { name?: string; email?: string } = {}): boolean {
  const small = password.toLowerCase();
  if (password.length < minPasswordLength || password.length > maxPasswordLength) return false;
  if (new Set(small).size < 5) return false;
  const known = [...maxUsed, email ?? "", email?.split("@")[0] ?? "", name ?? ""].map((one) =>
    one.toLowerCase(),
  );
  return !known.some((one) => one.length > 3 && small.replace(one, "").length < 4);
}
