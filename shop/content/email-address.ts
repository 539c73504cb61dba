import { z } from "zod";

/**
 * An e-mail address as people type it: trimmed, lower-cased, at most 254 characters (RFC 5321).
 * No control character survives the pattern, so an address can be put into a mail's header.
 */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "This address is too long.")
  .pipe(z.email("Please enter a complete email address, such as name@example.in."));
