import { createTransport } from "nodemailer";
import type { Deliver } from "./mail.server.ts";

/** Delivers through a mail server. In: its address (smtp:// or smtps://, user and password in it) and the sender. */
export function deliverBySmtp(options: { url: string; from: string }): Deliver {
  const transport = createTransport(options.url, { from: options.from });
  return async ({ id, ...message }) => {
    // The same Message-ID at every try, so that a mail server can drop a second copy.
    await transport.sendMail({ ...message, messageId: `<${id}@campus-style>` });
  };
}
