import type { Db } from "../../platform/database/database.server.ts";
import type { Letters } from "../../platform/identity/better-auth.server.ts";
import type { Mail } from "../../platform/mail/mail.server.ts";
import { type MailBlock, shopMail } from "../mail.ts";

type Letter = { subject: string; title: string; blocks: MailBlock[]; closing: string };

const text = (words: string): MailBlock => ({ kind: "text", text: words });
const button = (label: string, address: string): MailBlock => ({ kind: "button", label, address });

/**
 * The mails about accounts, in the shop's look. In: the database, the outbox and the shop's name; then the origin that their links
 * start with. A name that a stranger typed at sign-up is not repeated: anybody can type any address.
 */
export function accountLetters({ db, mail }: { db: Db; mail: Mail }, name: () => Promise<string>) {
  return (origin: string): Letters => {
    const send = async (to: string, { subject, ...letter }: Letter) => {
      await mail.queue(db, {
        to,
        subject,
        secret: true,
        ...shopMail({ shopName: await name(), origin, ...letter }),
      });
    };
    const link = (query: Record<string, string>) => `${origin}/auth/link?${new URLSearchParams(query)}`;
    const ignore = "If it was not you, please ignore this mail: nothing happens without a click.";
    return {
      verify: ({ email }, token) =>
        send(email, {
          subject: "Verify your email",
          title: "Verify your email",
          blocks: [
            text("One click, and your account is ready. The link works for 24 hours."),
            button("Verify my email", link({ verify: token })),
          ],
          closing: `You get this mail because somebody signed up with this address. ${ignore}`,
        }),
      signUpAgain: ({ email }) =>
        send(email, {
          subject: "You already have an account",
          title: "You already have an account",
          blocks: [
            text(
              "Somebody, perhaps you, tried to sign up with this address. There is no need: log in instead.",
            ),
            button("Log in", `${origin}/auth`),
            text(`Forgotten the password? Set a new one: ${origin}/auth?tab=recover`),
          ],
          closing: "If it was not you, please ignore this mail: your account is as it was.",
        }),
      recover: ({ email }, token) =>
        send(email, {
          subject: "Set a new password",
          title: "Set a new password",
          blocks: [
            text("The link works once, for 30 minutes. Setting a new password logs you out everywhere."),
            button("Set a new password", link({ recover: token })),
          ],
          closing: `You get this mail because somebody asked for a new password. ${ignore}`,
        }),
      link: (email, token) =>
        send(email, {
          subject: "Your link to log in",
          title: "Log in with one click",
          blocks: [
            text(
              "The link works once, for 10 minutes. Never pass it on: whoever has it is logged in as you.",
            ),
            button("Log in", link({ login: token })),
          ],
          closing: `You get this mail because somebody asked for a link to log in. ${ignore}`,
        }),
      code: (email, code) =>
        send(email, {
          subject: "Your code to log in",
          title: code,
          blocks: [
            text(
              "Type this code where you asked for it. It works once, for 10 minutes. We never ask for it by phone.",
            ),
          ],
          closing: `You get this mail because somebody asked for a code to log in. ${ignore}`,
        }),
      passwordChanged: ({ email }) =>
        send(email, {
          subject: "Your password was changed",
          title: "Your password was changed",
          blocks: [
            text("All other devices were logged out. If it was not you, set a new password at once:"),
            button("Set a new password", `${origin}/auth?tab=recover`),
          ],
          closing: "You get this mail because the password of your account was changed.",
        }),
    };
  };
}
