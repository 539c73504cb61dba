import { type MailSender, shopMail } from "../../mail.ts";
import type { ContactMessage } from "./contact.ts";
import { topicLabel } from "./topics.ts";

/** The recipient of a message and the shop's name. `inbox` is the shop's own address; null when it has none. */
export type ContactMailContext = MailSender & { inbox: string | null };

/** To the shop: the customer's message. None of it is in the subject. */
export function mailToShop(mailContext: ContactMailContext, ticket: string, form: ContactMessage) {
  return {
    subject: `${ticket}: ${topicLabel(form.topic)}`,
    ...shopMail({
      ...mailContext,
      title: `New message ${ticket}`,
      blocks: [
        {
          kind: "facts",
          facts: [
            { label: "From", value: form.name },
            { label: "Email", value: form.email },
            { label: "About", value: topicLabel(form.topic) },
          ],
        },
        { kind: "quote", text: form.message },
      ],
      closing: "Reply to this email to reach the sender.",
    }),
  };
}

/**
 * To the sender: the message has arrived. It repeats neither name nor message, because anybody can enter any address.
 */
export function acknowledgement(
  mailContext: ContactMailContext,
  ticket: string,
  form: Pick<ContactMessage, "topic">,
) {
  const time =
    form.topic === "grievance"
      ? "The grievance officer will reply within 48 hours and resolve the matter within one month."
      : "We reply within one working day, Monday to Saturday.";
  return {
    subject: `We have received your message, ${ticket}`,
    ...shopMail({
      ...mailContext,
      title: "Thank you for writing.",
      blocks: [
        { kind: "text", text: time },
        {
          kind: "facts",
          facts: [
            { label: "Ticket", value: ticket },
            { label: "About", value: topicLabel(form.topic) },
          ],
        },
      ],
      closing: `You are receiving this email because the contact form of ${mailContext.shopName} was submitted with this address. If it was not you, please ignore this email.`,
    }),
  };
}
