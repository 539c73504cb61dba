import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Db } from "../platform/database/database.server.ts";
import { type Mailbox, type MailboxMail, mostMails, senderAddress } from "../platform/mail/mailbox.server.ts";
import { standInRecords } from "./stand-in-records.server.ts";

/** `source`: in base64, since a mail can have any bytes. */
const stored = z.object({ uid: z.number(), source: z.string() });
const records = (db: Db) => standInRecords(db, "inbound-mail", stored);

/**
 * Stand-in for the mailbox of a demo shop: what is written at /dev/mail lies in it. In: the sender of the shop's mails.
 */
export function localMailbox({ db, from }: { db: Db; from: string }): Mailbox {
  const validity = 1;
  return {
    name: "local",
    sender: senderAddress(from),
    async read(after, take) {
      const known = (await records(db).list()).sort((one, other) => one.uid - other.uid);
      let uid = after?.uid ?? 0;
      for (const mail of known.filter((one) => one.uid > uid).slice(0, mostMails)) {
        uid = mail.uid;
        await take(mailOf(uid, mail.source), { validity, uid });
      }
      return { validity, uid };
    },
    async readAgain({ uids }, take) {
      for (const { uid, source } of await records(db).list())
        if (uids.includes(uid)) await take(mailOf(uid, source));
    },
    check: async () => "accepted",
  };
}

function mailOf(uid: number, encoded: string): MailboxMail {
  const source = Buffer.from(encoded, "base64");
  return { uid, size: source.length, source };
}

/** Puts a mail into the mailbox. In: its source (RFC 5322). */
export async function putIntoMailbox({ db }: { db: Db }, source: string): Promise<void> {
  const uid = Math.max(0, ...(await records(db).list()).map((one) => one.uid)) + 1;
  await records(db).add(randomUUID(), { uid, source: Buffer.from(source).toString("base64") }, 100);
}

/** Who answers a mail of the demo, and how. */
export const answerKinds = {
  reader: "As its reader",
  elsewhere: "From another address",
  away: "As an absence notice",
  bounce: "As a mail server: it could not be delivered",
} as const;
export type AnswerKind = keyof typeof answerKinds;

/** The source of an answer to a mail of the shop. */
export function answerTo(
  mail: { id: string; to: string; subject: string; text: string; thread: string[] | null },
  kind: AnswerKind,
  text: string,
): string {
  const named = (id: string) => (id.startsWith("<") ? id : `<${id}@campus.test>`);
  const encoded = (words: string) => Buffer.from(words).toString("base64");
  const from = { elsewhere: "somebody.else@demo.example", bounce: "mailer-daemon@demo.example" };
  const isBounce = kind === "bounce";
  const quoted = mail.text.trim().replace(/^/gm, "> ");
  const body = `${text}\n\nThe shop wrote to ${mail.to}:\n${quoted}`;
  const plain = [
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    encoded(body),
  ];
  const report = [
    'Content-Type: multipart/report; report-type=delivery-status; boundary="part"',
    "",
    "--part",
    "Content-Type: message/delivery-status",
    "",
    "Action: failed",
    `Diagnostic-Code: smtp; 550 5.1.1 ${mail.to}: no such mailbox`,
    "--part",
    "Content-Type: text/rfc822-headers",
    "",
    `Message-ID: ${named(mail.id)}`,
    "--part--",
  ];
  return [
    `From: ${kind === "elsewhere" || isBounce ? from[kind] : mail.to}`,
    `Subject: =?utf-8?B?${encoded(`Re: ${mail.subject}`)}?=`,
    `Message-ID: <${randomUUID()}@demo.example>`,
    ...(kind === "away" ? ["Auto-Submitted: auto-replied"] : []),
    ...(isBounce
      ? report
      : [
          `In-Reply-To: ${named(mail.id)}`,
          `References: ${[...(mail.thread ?? []), mail.id].map(named).join(" ")}`,
          ...plain,
        ]),
  ].join("\r\n");
}
