import type { Db } from "../../platform/database/database.server.ts";
import type { AuthEmails } from "../../platform/identity/better-auth.server.ts";
import type { Mail } from "../../platform/mail/mail.server.ts";
import { buttonTo, writeEmail } from "../emails/write-email.ts";
import type { MailSender } from "../mail.ts";

/**
 * The emails about accounts. In: the database, the outbox and the shop's letterhead; then the origin for their links. They
 * never repeat the name typed at sign-up, because anybody can type any address.
 */
export function accountEmails(
  { db, mail }: { db: Db; mail: Mail },
  letterhead: () => Promise<Omit<MailSender, "origin">>,
) {
  return (origin: string): AuthEmails => {
    const send = async (to: string, write: (sender: MailSender) => ReturnType<typeof writeEmail>) => {
      await mail.queue(db, { to, secret: true, ...write({ ...(await letterhead()), origin }) });
    };
    const link = (query: Record<string, string>) =>
      buttonTo(`${origin}/auth/link?${new URLSearchParams(query)}`);
    const recoverLink = `${origin}/auth?tab=recover`;
    return {
      verify: ({ email }, token) =>
        send(email, (sender) => writeEmail(sender, "verify-email", { button: link({ verify: token }) })),
      signUpAgain: ({ email }) =>
        send(email, (sender) =>
          writeEmail(sender, "sign-up-again", { button: buttonTo(`${origin}/auth`), recoverLink }),
        ),
      recover: ({ email }, token) =>
        send(email, (sender) => writeEmail(sender, "new-password", { button: link({ recover: token }) })),
      link: (email, token) =>
        send(email, (sender) => writeEmail(sender, "login-link", { button: link({ login: token }) })),
      code: (email, code) => send(email, (sender) => writeEmail(sender, "login-code", { code })),
      passwordChanged: ({ email }) =>
        send(email, (sender) => writeEmail(sender, "password-changed", { button: buttonTo(recoverLink) })),
    };
  };
}
