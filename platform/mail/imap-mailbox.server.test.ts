import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { imapStandIn } from "../../test/support/imap-stand-in.server.ts";
import { forgetErrors } from "../../test/support/no-quiet-errors.ts";
import { imapMailbox } from "./imap-mailbox.server.ts";
import { type MailboxPosition, mostBytes, mostMails } from "./mailbox.server.ts";

let server: Awaited<ReturnType<typeof imapStandIn>>;
beforeAll(async () => {
  server = await imapStandIn({ user: "orders@shop.in", password: "p@ss-word" });
});
afterAll(() => server.close());

const box = () => imapMailbox({ url: server.url, from: "A Shop <Orders@shop.in>" });
const mail = (subject: string) => `Subject: ${subject}\r\n\r\nHello\r\n`;

async function read(after: MailboxPosition | null) {
  const subjects: string[] = [];
  const reached = await box().read(after, async ({ source }) => {
    subjects.push(/^Subject: (.*?)\r/.exec(Buffer.from(source).toString())?.[1] ?? "");
  });
  return { subjects, reached };
}

test("what lay in the mailbox before is not read, what comes is read once, and nothing is changed", async () => {
  server.put(mail("old"));
  const first = await read(null);
  expect(first).toEqual({ subjects: [], reached: { validity: 7, uid: 1 } });
  server.put(mail("one"));
  server.put(mail("two"));
  const second = await read(first.reached);
  expect(second).toEqual({ subjects: ["one", "two"], reached: { validity: 7, uid: 3 } });
  expect(await read(second.reached)).toEqual({ subjects: [], reached: second.reached });
  const commands = new Set(server.said().map((line) => line.split(" ")[0]));
  expect(
    [...commands].filter((one) => /STORE|EXPUNGE|SELECT|COPY|MOVE|APPEND|DELETE/.test(one ?? "")),
  ).toEqual([]);
  expect(server.said().join("\n")).toContain("BODY.PEEK[]");
  expect(box().sender).toBe("orders@shop.in");
});

test("many mails come in several runs, of a large one only the beginning", async () => {
  const start = (await read(null)).reached;
  for (let number = 0; number <= mostMails; number++) server.put(mail(`many ${number}`));
  const sizes: number[] = [];
  server.put(`${mail("large")}${"x".repeat(3 * mostBytes)}`);
  const first = await read(start);
  expect(first.subjects).toHaveLength(mostMails);
  await box().read(first.reached, async ({ source, size }) => void sizes.push(source.length, size));
  expect(sizes.slice(-2)).toEqual([mostBytes, expect.any(Number)]);
  expect(sizes.at(-1)).toBeGreaterThan(3 * mostBytes);
});

test("a mailbox whose numbers begin anew is read again", async () => {
  const before = (await read(null)).reached;
  server.renumber();
  const { subjects, reached } = await read(before);
  expect(subjects).toContain("old");
  expect(reached.validity).toBe(8);
});

test("the trial tells a wrong password from a server that is not there", async () => {
  expect(await box().check()).toBe("accepted");
  const wrong = server.url.replace("p%40ss-word", "other");
  expect(await imapMailbox({ url: wrong, from: "a@shop.in" }).check()).toBe("refused");
  expect(await imapMailbox({ url: "imap://a:b@127.0.0.1:9", from: "a@shop.in" }).check()).toBe("unreachable");
  await expect(
    imapMailbox({ url: wrong, from: "a@shop.in" }).read(null, async () => undefined),
  ).rejects.toThrow("does not accept user name and password");
});

test("a password is never sent to another machine without encryption", async () => {
  // This machine, under a name that does not say so.
  const away = server.url.replace("127.0.0.1", "127.1");
  const before = server.said().length;
  expect(await imapMailbox({ url: away, from: "a@shop.in" }).check()).toBe("unreachable");
  const said = server.said().slice(before);
  expect(said).toContain("CAPABILITY");
  expect(said.join("\n")).not.toContain("LOGIN");
});

test("the trial tells a certificate that is not accepted", async () => {
  // Any server with a certificate that it signed itself: its greeting is not reached.
  const untrusted = new SMTPServer({ secure: true });
  untrusted.on("error", () => undefined);
  await new Promise<void>((listening) => untrusted.listen(0, "127.0.0.1", listening));
  const { port } = untrusted.server.address() as AddressInfo;
  const mailbox = imapMailbox({ url: `imaps://a:b@127.0.0.1:${port}`, from: "a@shop.in" });
  expect(await mailbox.check()).toBe("untrusted");
  await expect(mailbox.read(null, async () => undefined)).rejects.toThrow(/certificate/);
  await new Promise<void>((closed) => untrusted.close(() => closed()));
  // It warns of that certificate.
  forgetErrors();
});
