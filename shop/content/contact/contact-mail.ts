import { writeEmail } from "../../emails/write-email.ts";
import type { MailBlock, MailSender } from "../../mail.ts";
import type { ContactMessage } from "./contact.ts";
import { topicLabel } from "./topics.ts";

/** The recipient of a message and the shop's name. `inbox` is the shop's own address; null when it has none. */
export type ContactMailContext = MailSender & { inbox: string | null };

/** To the shop: the customer's message. None of it is in the subject. */
export function mailToShop(mailContext: ContactMailContext, ticket: string, form: ContactMessage) {
  const topic = topicLabel(form.topic);
  const facts = [
    { label: "From", value: form.name },
    { label: "Email", value: form.email },
    { label: "About", value: topic },
  ];
  return writeEmail(mailContext, "contact-to-shop", {
    ticket,
    topic,
    sender: [{ kind: "facts", facts }],
    message: [{ kind: "quote", text: form.message }],
  });
}

/**
 * To the sender: the message has arrived. It repeats neither name nor message, because anybody can enter any address.
 */
export function acknowledgement(
  mailContext: ContactMailContext,
  ticket: string,
  form: Pick<ContactMessage, "topic">,
) {
  const topic = topicLabel(form.topic);
  const facts = [
    { label: "Ticket", value: ticket },
    { label: "About", value: topic },
  ];
  const key = form.topic === "grievance" ? "grievance-received" : "contact-received";
  return writeEmail(mailContext, key, { ticket, topic, ticketDetails: [{ kind: "facts", facts }] });
}

/** To the sender: what staff answered, with the message that it answers. In: the ticket number and both texts. */
export function replyMail(sender: MailSender, ticket: string, texts: { reply: string; message: string }) {
  const paragraphs = texts.reply
    .split(/\n{2,}/)
    .map((text): MailBlock => ({ kind: "text", text: text.trim() }));
  return writeEmail(sender, "contact-reply", {
    ticket,
    reply: paragraphs,
    earlier: [{ kind: "quote", text: texts.message }],
  });
}
