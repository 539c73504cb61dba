import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { shopMail } from "../../shop/mail.ts";
import { forgetErrors } from "../../test/support/no-quiet-errors.ts";
import { safeError } from "../log.server.ts";
import { checkSmtp, deliverBySmtp } from "./deliver-by-smtp.server.ts";

const received: { to: string[]; raw: string }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onRcptTo({ address }, _session, done) {
    done(address.startsWith("gone@") ? new Error(`<${address}>: no such mailbox`) : null);
  },
  onData(stream, { envelope }, done) {
    text(stream).then((raw) => {
      received.push({ to: envelope.rcptTo.map(({ address }) => address), raw });
      done();
    }, done);
  },
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.server.address() as AddressInfo;
  url = `smtp://127.0.0.1:${port}`;
});
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));

const letter = {
  id: "5f0c9d1e-0000-4000-8000-000000000000",
  subject: "Verify your email ₹ नमस्ते",
  ...shopMail({
    shopName: "Campus Style",
    origin: "https://shop.test",
    title: "Hello",
    blocks: [],
    closing: "Bye",
  }),
};

test("an email is delivered to an SMTP server as text and as HTML", async () => {
  await deliverBySmtp({ url, from: "Campus Style <shop@campus.test>" })({
    ...letter,
    to: "asha@campus.test",
  });
  expect(received.at(-1)?.to).toEqual(["asha@campus.test"]);
  const raw = received.at(-1)?.raw ?? "";
  for (const part of [
    "multipart/alternative",
    "text/plain",
    "text/html",
    "From: Campus Style <shop@campus.test>",
    "Message-ID: <5f0c9d1e-0000-4000-8000-000000000000@campus.test>",
  ]) {
    expect(raw).toContain(part);
  }
});

test("a message of a thread names the earlier ones, so that mail programs keep them together", async () => {
  const thread = ["11111111-0000-4000-8000-000000000000", "22222222-0000-4000-8000-000000000000"];
  await deliverBySmtp({ url, from: "shop@campus.test" })({ ...letter, thread, to: "asha@campus.test" });
  const raw = (received.at(-1)?.raw ?? "").replace(/\r\n\s+/g, " ");
  const [first, second] = thread.map((id) => `<${id}@campus.test>`);
  expect(raw).toContain(`In-Reply-To: ${second}`);
  expect(raw).toContain(`References: ${first} ${second}`);
});

test("an unknown mailbox is an error, so that the outbox tries again", async () => {
  const deliver = deliverBySmtp({ url, from: "shop@campus.test" });
  await expect(deliver({ ...letter, to: "gone@campus.test" })).rejects.toThrow(/no such mailbox/);
});

test("a server is tried by logging in, and one that cannot be used says why in words", async () => {
  const strict = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      if (password === "right") done(null, { user: "shop" });
      else done(new Error("535 no"));
    },
  });
  await new Promise<void>((listening) => strict.listen(0, "127.0.0.1", listening));
  const { port } = strict.server.address() as AddressInfo;
  const at = (password: string) => `smtp://shop:${password}@127.0.0.1:${port}`;
  const deliver = (to: string) => deliverBySmtp({ url: to, from: "a@b.in" })({ ...letter, to: "c@d.in" });
  expect(await checkSmtp(at("right"))).toBe("accepted");
  expect(await checkSmtp(at("wrong"))).toBe("refused");
  await expect(deliver(at("wrong"))).rejects.toThrow(
    "the mail server does not accept user name and password",
  );
  await new Promise<void>((closed) => strict.close(() => closed()));
  expect(await checkSmtp(at("right"))).toBe("unreachable");
  await expect(deliver(at("right"))).rejects.toThrow("the mail server does not answer at this name and port");
  await expect(deliver("smtp://nowhere.invalid")).rejects.toThrow("there is no server of this name");
});

test("a server whose certificate is of nobody known is told from one that does not answer", async () => {
  // smtp-server brings a certificate that it signed itself.
  const untrusted = new SMTPServer({ authOptional: true });
  await new Promise<void>((listening) => untrusted.listen(0, "127.0.0.1", listening));
  const { port } = untrusted.server.address() as AddressInfo;
  const at = `smtp://127.0.0.1:${port}`;
  expect(await checkSmtp(at)).toBe("untrusted");
  const deliver = deliverBySmtp({ url: at, from: "a@b.in" });
  await expect(deliver({ ...letter, to: "c@d.in" })).rejects.toThrow(/certificate/);
  await new Promise<void>((closed) => untrusted.close(() => closed()));
  // It warns of that certificate.
  forgetErrors();
});

test("a server that takes a mail and then says nothing holds up no other mail for long", async () => {
  const silent = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: () => undefined,
  });
  await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
  const { port } = silent.server.address() as AddressInfo;
  const deliver = deliverBySmtp({ url: `smtp://127.0.0.1:${port}`, from: "a@b.in", patienceMs: 300 });
  await expect(deliver({ ...letter, to: "c@d.in" })).rejects.toThrow(
    "the mail server does not answer at this name and port",
  );
  await new Promise<void>((closed) => silent.close(() => closed()));
});

test("a password is never sent unencrypted to a server elsewhere", async () => {
  const passwords: unknown[] = [];
  const open = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ password }, _session, done) {
      passwords.push(password);
      done(null, { user: "shop" });
    },
  });
  // As a mail server whose offer to encrypt somebody on the way takes out.
  await new Promise<void>((listening) => open.listen(0, "127.0.0.2", listening));
  const { port } = open.server.address() as AddressInfo;
  const elsewhere = `smtp://shop:right@127.0.0.2:${port}`;
  const deliver = deliverBySmtp({ url: elsewhere, from: "a@b.in" });
  await expect(deliver({ ...letter, to: "c@d.in" })).rejects.toThrow("offers no encrypted connection");
  expect(await checkSmtp(elsewhere)).toBe("unreachable");
  expect(passwords).toEqual([]);
  await new Promise<void>((closed) => open.close(() => closed()));
});

test("of an email that the server refuses, the log has the answer without the customer's address", async () => {
  const refusal = await deliverBySmtp({ url, from: "shop@campus.test" })({
    ...letter,
    to: "gone@quilla-mina.co.in",
  }).catch((error: unknown) => JSON.stringify(safeError(error)));
  expect(refusal).toContain("no such mailbox");
  expect(refusal).not.toContain("quilla");
});
