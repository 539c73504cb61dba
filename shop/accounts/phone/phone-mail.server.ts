import type { QueuedMessage } from "../../../platform/mail/mail.server.ts";
import { type MailSender, shopMail } from "../../mail.ts";

export type PhoneChange = "phone-added" | "phone-removed" | "phone-moved";

const words: Record<PhoneChange, { subject: string; text: string }> = {
  "phone-added": {
    subject: "You can log in with a mobile number now",
    text: "A mobile number was added to your account. A code sent to it logs in.",
  },
  "phone-removed": {
    subject: "Your mobile number was removed",
    text: "The mobile number of your account was removed. It cannot be used to log in any more.",
  },
  "phone-moved": {
    subject: "Your mobile number was moved to another account",
    text: "Somebody proved with a code that your mobile number is theirs, and added it to another account. It does not log in to this account any more. Your password and your orders have not changed.",
  },
};

/** The email about a number that was added, removed or moved. It does not contain the number. */
export function phoneChangedMail(
  { shopName, origin, look }: MailSender,
  to: string,
  change: PhoneChange,
): QueuedMessage {
  const { subject, text } = words[change];
  return {
    to,
    subject,
    ...shopMail({
      shopName,
      origin,
      look,
      title: subject,
      blocks: [
        { kind: "text", text },
        { kind: "button", label: "Look at my account", address: `${origin}/profile?tab=security` },
      ],
      closing: "If this was not you, log in, sign out all other devices and set a new password.",
    }),
  };
}
