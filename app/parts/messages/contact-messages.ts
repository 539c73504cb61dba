import { error, info } from "./message.ts";

// About messages to and from the shop.

export const newsletterAsked = info(
  "Almost there",
  "Please confirm with the link we have sent to your email.",
);
export const contactSent = info("Message sent", "Thank you for writing to us. We will reply by email.");
export const noticeAsked = info("We will write to you", "You get one email when it can be bought again.");
export const tooManyMessages = error(
  "That is a lot of messages",
  "Please wait an hour. What you wrote is still here.",
);
