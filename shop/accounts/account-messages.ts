import { z } from "zod";

/** What an account's owner is told about it: the codes, without parameters. */
export const accountMessage = z.object({
  code: z.enum([
    "password-changed",
    "two-step-on",
    "two-step-off",
    "phone-added",
    "phone-removed",
    "phone-moved",
    "email-added",
  ]),
});

/** A notification's code with its parameters; the area that sends it knows which (`accountMessage`, `orderMessage`). */
export type NotificationMessage = { code: string; [parameter: string]: unknown };
