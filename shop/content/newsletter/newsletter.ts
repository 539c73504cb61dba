import { shopMail } from "../../mail.ts";

/** Who writes, and where the links lead: `linkWith` gives the newsletter page's address with one query part. */
export type NewsletterSender = {
  shopName: string;
  origin: string;
  linkWith(purpose: "confirm" | "leave", token: string): string;
};

/** A confirmation link works this long. */
export const confirmHours = 48;
/** At most one mail to an address in this time, however often the form is sent. */
export const pauseMinutes = 10;

export type Letter = { subject: string; text: string; html: string };

/** Asks the owner of an address whether it was them. */
export function confirmationMail(sender: NewsletterSender, token: string): Letter {
  return {
    subject: `Please confirm your ${sender.shopName} newsletter`,
    ...shopMail({
      shopName: sender.shopName,
      origin: sender.origin,
      title: "One click, and you are on the list.",
      blocks: [
        {
          kind: "text",
          text: "Somebody, hopefully you, asked for our newsletter at this address: new articles and new arrivals, about twice a month.",
        },
        { kind: "button", label: "Confirm my address", address: sender.linkWith("confirm", token) },
      ],
      closing: `The link works for ${confirmHours} hours. If it was not you, do nothing: without the click we send you nothing more.`,
    }),
  };
}

/** Welcomes a confirmed reader and gives the way out, which never expires. */
export function welcomeMail(sender: NewsletterSender, token: string): Letter {
  return {
    subject: `Welcome to the ${sender.shopName} newsletter`,
    ...shopMail({
      shopName: sender.shopName,
      origin: sender.origin,
      title: "You are on the list.",
      blocks: [
        { kind: "text", text: "Thank you for confirming. The next letter comes to this address." },
        {
          kind: "text",
          text: `To stop, at any time and with one click:\n${sender.linkWith("leave", token)}`,
        },
      ],
      closing: "Keep this mail if you like: the link in it always works.",
    }),
  };
}
