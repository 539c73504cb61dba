import { putIntoMailbox } from "../../demo/mailbox.server.ts";
import type { TestShop } from "./test-shop.server.ts";

let number = 0;

/** A mail as a mail program sends it; an underscore in the name of a header is a hyphen. */
export function aMail({ body = "Hello", ...headers }: Record<string, string>): string {
  const all = {
    From: "Asha Rao <asha@inbound.example>",
    To: "orders@shop.in",
    Subject: "Hello",
    "Message-ID": `<m${number++}@mail.example>`,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name.replaceAll("_", "-")}: ${value}`);
  return `${lines.join("\r\n")}\r\n\r\n${body}\r\n`;
}

/** What a mail server says of a mail of the shop (RFC 3464). In: the mail's id. */
export function aBounce(id: string, action = "failed"): string {
  return aMail({
    From: "Mail Delivery System <MAILER-DAEMON@mx.example>",
    "Return-Path": "<>",
    "Auto-Submitted": "auto-replied",
    "Content-Type": 'multipart/report; report-type=delivery-status; boundary="b"',
    body: [
      "--b\r\nContent-Type: text/plain\r\n\r\nIt did not work.",
      `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\nFinal-Recipient: rfc822; a@b\r\nAction: ${action}\r\nDiagnostic-Code: smtp; 550 5.1.1 <b>No such user</b>`,
      `--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: <${id}@campus.test>\r\nSubject: x`,
      "--b--",
    ].join("\r\n"),
  });
}

/** Lets mails come and the job read them. */
export async function mailsCome(shop: TestShop, ...sources: string[]): Promise<void> {
  for (const source of sources) await putIntoMailbox(shop.services, source);
  await shop.services.jobs.send(shop.services.db, "read-mailbox", {});
  await shop.runDue();
}
