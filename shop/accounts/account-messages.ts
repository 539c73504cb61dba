import { z } from "zod";

/** Notifications about the account itself: codes without parameters. */
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

/**
 * A notification's code with its parameters, as defined by the area that sends it (`accountMessage`, `orderMessage`).
 */
export type NotificationMessage = { code: string; [parameter: string]: unknown };
