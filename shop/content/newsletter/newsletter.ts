import { type MailSender, shopMail } from "../../mail.ts";

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
  return {
    subject: `Please confirm your ${sender.shopName} newsletter`,
    ...shopMail({
      shopName: sender.shopName,
      origin: sender.origin,
      look: sender.look,
      title: "Confirm your subscription",
      blocks: [
        {
          kind: "text",
          text: "Somebody, hopefully you, signed up for our newsletter with this address: new articles and new arrivals, about twice a month.",
        },
        { kind: "button", label: "Confirm my address", address: sender.linkWith("confirm", token) },
      ],
      closing: `The link works for ${confirmHours} hours. If it was not you, please ignore this email and we will not write again.`,
    }),
  };
}

/** The welcome mail of a confirmed subscriber; its unsubscribe link never expires. */
export function welcomeMail(sender: NewsletterSender, token: string): NewsletterEmail {
  return {
    subject: `Welcome to the ${sender.shopName} newsletter`,
    ...shopMail({
      shopName: sender.shopName,
      origin: sender.origin,
      look: sender.look,
      title: "You are subscribed.",
      blocks: [
        { kind: "text", text: "Thank you for confirming. We will send the next newsletter to this address." },
        {
          kind: "text",
          text: `You can unsubscribe at any time with one click:\n${sender.linkWith("leave", token)}`,
        },
      ],
      closing: "You may want to keep this email: the link in it always works.",
    }),
  };
}
