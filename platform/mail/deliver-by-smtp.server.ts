import type { Transporter } from "nodemailer";
import type { Deliver } from "./mail.server.ts";

/** Delivers through an SMTP server. In: its URL (smtp:// or smtps://, with user and password) and the sender. */
export function deliverBySmtp(options: { url: string; from: string }): Deliver {
  let transport: Transporter | undefined;
  // Receivers compare it with the sender's domain.
  const domain = /@([^>\s]+)/.exec(options.from)?.[1] ?? "localhost";
  const nameOf = (id: string) => (id.startsWith("<") ? id : `<${id}@${domain}>`);
  return async ({ id, unsubscribe, thread = [], ...message }) => {
    // Loaded with the first message: 23 MB.
    const { createTransport } = await import("nodemailer");
    transport ??= createTransport(options.url, { from: options.from });
    // The same Message-ID at every attempt, so that a mail server can drop a duplicate.
    await transport.sendMail({
      ...message,
      messageId: nameOf(id),
      ...(thread.length > 0 && { inReplyTo: nameOf(thread.at(-1) ?? ""), references: thread.map(nameOf) }),
      ...(unsubscribe && {
        headers: {
          "List-Unsubscribe": `<${unsubscribe}>`,
          "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        },
      }),
    });
  };
}
