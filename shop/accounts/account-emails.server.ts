import type { Db } from "../../platform/database/database.server.ts";
import type { AuthEmails } from "../../platform/identity/better-auth.server.ts";
import type { Mail } from "../../platform/mail/mail.server.ts";
import { type MailBlock, type MailSender, shopMail } from "../mail.ts";

type AccountEmail = { subject: string; title: string; blocks: MailBlock[]; closing: string };

const text = (words: string): MailBlock => ({ kind: "text", text: words });
const button = (label: string, address: string): MailBlock => ({ kind: "button", label, address });

/**
 * The emails about accounts. In: the database, the outbox and the shop's letterhead; then the origin for their links. They
 * never repeat the name typed at sign-up, because anybody can type any address.
 */
export function accountEmails(
  { db, mail }: { db: Db; mail: Mail },
  letterhead: () => Promise<Pick<MailSender, "shopName" | "look">>,
) {
  return (origin: string): AuthEmails => {
    const send = async (to: string, { subject, ...email }: AccountEmail) => {
      await mail.queue(db, {
        to,
        subject,
        secret: true,
        ...shopMail({ ...(await letterhead()), origin, ...email }),
      });
    };
    const link = (query: Record<string, string>) => `${origin}/auth/link?${new URLSearchParams(query)}`;
    const ignore = "If it was not you, please ignore this email. Nothing happens unless you open the link.";
    return {
      verify: ({ email }, token) =>
        send(email, {
          subject: "Verify your email",
          title: "Verify your email",
          blocks: [
            text("Confirm your email address and your account is ready. The link works for 24 hours."),
            button("Verify my email", link({ verify: token })),
          ],
          closing: `You are receiving this email because somebody signed up with this address. ${ignore}`,
        }),
      signUpAgain: ({ email }) =>
        send(email, {
          subject: "You already have an account",
          title: "You already have an account",
          blocks: [
            text(
              "Somebody, perhaps you, tried to sign up with this address. You already have an account, so please log in instead.",
            ),
            button("Log in", `${origin}/auth`),
            text(`Forgot your password? Set a new one: ${origin}/auth?tab=recover`),
          ],
          closing: "If it was not you, please ignore this email. Your account has not changed.",
        }),
      recover: ({ email }, token) =>
        send(email, {
          subject: "Set a new password",
          title: "Set a new password",
          blocks: [
            text(
              "The link works once, within 30 minutes. Setting a new password logs you out on all devices.",
            ),
            button("Set a new password", link({ recover: token })),
          ],
          closing: `You are receiving this email because somebody asked for a new password. ${ignore}`,
        }),
      link: (email, token) =>
        send(email, {
          subject: "Your login link",
          title: "Log in with one click",
          blocks: [
            text(
              "The link works once, within 10 minutes. Never share it: anyone who has it can log in as you.",
            ),
            button("Log in", link({ login: token })),
          ],
          closing: `You are receiving this email because somebody asked for a login link. ${ignore}`,
        }),
      code: (email, code) =>
        send(email, {
          subject: "Your login code",
          title: code,
          blocks: [
            text(
              "Enter this code on the page where you asked for it. It works once, within 10 minutes. We never ask for it over the phone.",
            ),
          ],
          closing: `You are receiving this email because somebody asked for a login code. ${ignore}`,
        }),
      passwordChanged: ({ email }) =>
        send(email, {
          subject: "Your password was changed",
          title: "Your password was changed",
          blocks: [
            text(
              "You have been logged out on all other devices. If this was not you, set a new password right away:",
            ),
            button("Set a new password", `${origin}/auth?tab=recover`),
          ],
          closing: "You are receiving this email because the password of your account was changed.",
        }),
    };
  };
}
