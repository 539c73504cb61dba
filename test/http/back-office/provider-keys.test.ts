import { createServer } from "node:http";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { makeProviders } from "../../../app/providers.server.ts";
import { makeCredentials } from "../../../platform/credentials/credentials.server.ts";
import { readEnvironment } from "../../../platform/environment.server.mjs";
import { listening } from "../../../server/sockets/listener-sockets.server.ts";
import { tryGoogleKeys } from "../../../shop/reports/setup-trials.server.ts";
import { variablesOf } from "../../../shop/settings/provider-keys.ts";
import { appCode } from "../../support/app-code.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { imapStandIn } from "../../support/imap-stand-in.server.ts";
import { type TestShop, testSecret, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, type Person } from "../../support/users.server.ts";

/** A live shop of two processes: what is entered in the first is used by the second. */
let shop: TestShop;
let ask: Ask;
let owner: Person;
let uri: string;
let other: ReturnType<typeof processOf>;

function processOf({ services }: TestShop, environment: Record<string, string> = {}) {
  const shopName = async () => "A shop";
  const providers = makeProviders(
    "live",
    { gateway: null, courier: null },
    { ...services, shopName },
    readEnvironment(environment).values,
  );
  const credentials = makeCredentials({
    ...services,
    secret: testSecret,
    environment,
    variablesOf,
    onChange: (texts) => providers.use(readEnvironment(texts).values),
  });
  return { providers, credentials };
}

beforeAll(async () => {
  // A code is of half a minute: without this it would be another one in the middle of the test, now and then.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  shop = await testShop();
  owner = await anAdmin(shop);
  const caller = {
    origin: "http://shop.test",
    cookie: owner.cookie,
    clientAddress: "192.0.2.1",
    userAgent: "",
  };
  const begun = await shop.services.identity.enrolSecondFactor(caller, owner.password);
  if (!begun.ok) throw new Error(begun.refused);
  uri = begun.value.uri;
  const confirmed = await shop.services.identity.confirmSecondFactor(caller, appCode(uri));
  if (!confirmed.ok) throw new Error(confirmed.refused);
  owner = { ...owner, cookie: confirmed.value.map((cookie) => cookie.split(";")[0]).join("; ") };
  other = processOf(shop);
  await other.credentials.start();
  ask = await asking(shop.services);
});
afterAll(() => {
  vi.useRealTimers();
  return shop.dispose();
});

const page = async () => textOf(await (await ask("/admin/settings/keys", { as: owner })).text());
const flashOf = (answer: Response) => /flash=(\w+)/.exec(answer.headers.getSetCookie().join())?.[1];
const send = async (form: Record<string, string>) => {
  const answer = await ask("/admin/settings/keys", { ...posted(form), as: owner });
  return { status: answer.status, flash: flashOf(answer), html: await answer.text() };
};
const stored = async () => {
  const { rows } = await shop.services.db.execute(sql`
    select sealed || (select coalesce(string_agg(after::text, ''), '') from audit_entry) as all from provider_credentials`);
  return JSON.stringify(rows);
};
const mail = {
  form: "keys-smtp",
  provider: "smtp",
  intent: "save",
  version: "0",
  host: "127.0.0.1",
  // Nothing answers here.
  port: "1",
  user: "orders",
  secret: "p@ss word",
  MAIL_FROM: "orders@shop.in",
};

test("keys are entered with a second factor, stored encrypted, never shown again, and used without a restart", async () => {
  expect(await page()).toContain("Mail server Not set up");
  expect(other.providers.mail()).toBe("outbox");
  const wrongHost = await send({ ...mail, host: "smtp://x", MAIL_FROM: "orders", code: "000000" });
  expect([wrongHost.status, textOf(wrongHost.html)]).toEqual([422, expect.stringMatching(/alone, such as/)]);
  expect(textOf(wrongHost.html)).toContain("Must be an address, as shop@shop.example");
  expect(wrongHost.html).toContain('value="smtp://x"');
  const noCode = await send({ ...mail, code: "000000" });
  expect([noCode.status, textOf(noCode.html)]).toEqual([403, expect.stringContaining("The code is wrong")]);
  expect(noCode.html).not.toContain(mail.secret);

  const saved = await send({ ...mail, code: appCode(uri, 1) });
  expect([saved.status, saved.flash]).toEqual([303, "keysSavedUntried"]);
  const html = await (await ask("/admin/settings/keys", { as: owner })).text();
  expect(textOf(html)).toContain("Mail server Entered here");
  expect(html).toContain('value="127.0.0.1"');
  for (const seen of [html, await stored()]) expect(seen).not.toMatch(/p@ss word|p%40ss/);
  await expect.poll(() => other.providers.mail()).toBe("smtp");
  // Push services are told whom to write to.
  expect(other.providers.sender()).toBe("orders@shop.in");
  expect(other.credentials.inUse().SMTP_URL).toBe("smtp://orders:p%40ss%20word@127.0.0.1:1");

  // Somebody else, who saw nothing entered, does not overwrite it; the same code does not work twice.
  expect((await send({ ...mail, host: "other.in", code: appCode(uri, 1) })).status).toBe(409);
  expect((await send({ ...mail, intent: "remove", version: "1", code: appCode(uri, 1) })).status).toBe(403);
  const removed = await send({ provider: "smtp", intent: "remove", version: "1", code: appCode(uri, -1) });
  expect(removed.status).toBe(303);
  await expect.poll(() => other.providers.mail()).toBe("outbox");
});

test("the environment comes before what is entered, and another AUTH_SECRET makes that unreadable", async () => {
  const { db } = shop.services;
  const keys = { CASHFREE_APP_ID: "entered", CASHFREE_SECRET_KEY: "s3cret", CASHFREE_MODE: "sandbox" };
  await shop.services.credentials.store(db, "cashfree", keys);
  const plain = processOf(shop);
  await plain.credentials.start();
  expect(plain.providers.payments.online).toMatchObject({ mode: "sandbox", publicKey: "entered" });
  const given = { ...keys, CASHFREE_APP_ID: "given", CASHFREE_MODE: "production" };
  const withEnvironment = processOf(shop, given);
  await withEnvironment.credentials.start();
  expect(withEnvironment.providers.payments.online).toMatchObject({ mode: "production", publicKey: "given" });
  expect((await withEnvironment.credentials.state(db, "cashfree")).source).toBe("environment");
  const moved = makeCredentials({
    ...shop.services,
    secret: "another secret, as long as the first one was",
    environment: {},
    variablesOf,
    onChange: () => undefined,
  });
  expect(await moved.state(db, "cashfree")).toMatchObject({ source: "unreadable", entered: {} });
});

test("who has no second factor is told to set one up, and cannot enter keys", async () => {
  const admin = await anAdmin(shop);
  const answer = await ask("/admin/settings/keys", { as: admin });
  const html = await answer.text();
  expect(textOf(html)).toContain("Set up two-step login first");
  expect(html).not.toContain('name="host"');
  const sent = await ask("/admin/settings/keys", { ...posted({ ...mail, code: "123456" }), as: admin });
  expect(sent.status).toBe(403);
});

test("Google's keys are tried by a code that does not exist", async () => {
  const server = createServer((request, response) => {
    request.on("data", (body) => {
      const isKnown = String(body).includes("client_id=ours");
      response.writeHead(isKnown ? 400 : 401, { "Content-Type": "application/json" });
      response.end(JSON.stringify({ error: isKnown ? "invalid_grant" : "invalid_client" }));
    });
  });
  const port = await listening(server, { port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${port}/token`;
  const keys = (GOOGLE_CLIENT_ID: string) => ({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET: "s" });
  expect(await tryGoogleKeys(keys("ours"), url)).toBe("accepted");
  expect(await tryGoogleKeys(keys("nobody"), url)).toBe("refused");
  server.close();
  server.closeAllConnections();
  expect(await tryGoogleKeys(keys("ours"), url)).toBe("unreachable");
  expect(await tryGoogleKeys({}, url)).toBe("none");
});

test("a test code goes to the phone by the provider that is tried", async () => {
  const form = { provider: "msg91", intent: "try" };
  expect((await send({ ...form, phone: "12" })).status).toBe(422);
  expect((await send({ ...form, phone: "98765 43210" })).status).toBe(303);
});

test("the mailbox is entered, read without a restart, and tried by its button", async () => {
  const server = await imapStandIn({ user: "orders@shop.in", password: "p@ss" });
  const { port } = new URL(server.url);
  const box = {
    provider: "imap",
    version: "0",
    host: "127.0.0.1",
    port,
    user: "orders@shop.in",
    secret: "p@ss",
  };
  expect(other.providers.mailbox.name).toBeNull();
  const wrong = await send({ ...box, form: "keys-imap", intent: "save", host: "imaps://x", code: "000000" });
  expect([wrong.status, textOf(wrong.html)]).toEqual([422, expect.stringContaining("such as imap.zoho.in")]);
  const { db, credentials } = shop.services;
  await credentials.store(db, "imap", { host: box.host, port, user: box.user, secret: box.secret });
  await expect.poll(() => other.providers.mailbox.name).toBe(`orders@shop.in@127.0.0.1:${port}`);
  expect(await other.providers.mailbox.check()).toBe("accepted");
  expect((await send({ provider: "imap", intent: "try" })).status).toBe(303);

  // Saved keys are tried at once, so that a wrong one is known before a customer meets it.
  const askOther = await asking({
    ...shop.services,
    credentials: other.credentials,
    mailbox: other.providers.mailbox,
  });
  const save = async (version: string, secret: string) => {
    vi.setSystemTime(Date.now() + 120_000);
    const form = { ...box, form: "keys-imap", intent: "save", version, secret, code: appCode(uri) };
    const answer = await askOther("/admin/settings/keys", { ...posted(form), as: owner });
    return [answer.status, flashOf(answer)];
  };
  expect(await save("1", "wrong")).toEqual([303, "keysSavedRefused"]);
  expect(await save("2", box.secret)).toEqual([303, "keysSavedAccepted"]);
  await server.close();
  expect(await other.providers.mailbox.check()).toBe("unreachable");
});
