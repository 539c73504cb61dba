import { z } from "zod";
import { cleanLine } from "../text/clean-text.ts";

/** A person's name as the shop shows it: letters of any script on one line, cleaned, nothing that looks like markup. */
export const personName = z
  .string()
  .transform(cleanLine)
  .pipe(
    z
      .string()
      .min(1)
      .max(100)
      .regex(/^[^<>]*$/),
  );

/** An address as it is kept: trimmed, in small letters, at most 254 characters (RFC 5321). */
export const accountEmail = z.string().trim().toLowerCase().max(254).pipe(z.email());

export const signUpForm = z.object({ name: personName, email: accountEmail, password: z.string() });

const minPasswordLength = 10;
const maxPasswordLength = 128;
const maxUsed = ["password", "qwerty", "123456", "campusstyle", "letmein", "iloveyou", "welcome"];

/**
 * Whether a password is worth its name: 10 to 128 characters of at least five kinds, not mostly one of those that
 * everybody tries first, and not the person's own address or name (NIST SP 800-63B, 3.1.1).
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
