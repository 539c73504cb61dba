import { buttonTo, writeEmail } from "../../emails/write-email.ts";
import type { MailSender } from "../../mail.ts";

/** The sender and the links: `linkWith` returns the newsletter page's address with one query parameter. */
export type NewsletterSender = MailSender & {
  linkWith(purpose: "confirm" | "leave", token: string): string;
};

/** How long a confirmation link works. */
export const confirmHours = 48;
/** The minimum time between two mails to an address, however often the form is sent. */
export const pauseMinutes = 10;

export type NewsletterEmail = { subject: string; text: string; html: string };

/** The confirmation mail (double opt-in). */
export function confirmationMail(sender: NewsletterSender, token: string): NewsletterEmail {
  return writeEmail(sender, "newsletter-confirm", {
    hours: String(confirmHours),
    button: buttonTo(sender.linkWith("confirm", token)),
  });
}

/** The welcome mail of a confirmed subscriber; its unsubscribe link never expires. */
export function welcomeMail(sender: NewsletterSender, token: string): NewsletterEmail {
  return writeEmail(sender, "newsletter-welcome", { unsubscribeLink: sender.linkWith("leave", token) });
}
