import type { QueuedMessage } from "../../../platform/mail/mail.server.ts";
import { buttonTo, writeEmail } from "../../emails/write-email.ts";
import type { MailSender } from "../../mail.ts";

export type PhoneChange = "phone-added" | "phone-removed" | "phone-moved";

/** The email about a number that was added, removed or moved. It does not contain the number. */
export function phoneChangedMail(sender: MailSender, to: string, change: PhoneChange): QueuedMessage {
  const button = buttonTo(`${sender.origin}/profile?tab=security`);
  return { to, ...writeEmail(sender, change, { button }) };
}
