import { z } from "zod";

/**
 * An email address as typed: trimmed, lower case, at most 254 characters (RFC 5321). The pattern allows no control
 * characters, so that an address can go into a mail header.
 */
export const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, "This address is too long.")
  .pipe(z.email("Please enter a complete email address, such as name@example.in."));
