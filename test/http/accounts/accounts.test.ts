import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashPassword } from "../../../platform/identity/password.server.ts";
import { credential, session, users } from "../../../platform/identity/tables.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const post = (path: string, fields: Record<string, string>, as?: { cookie: string }) =>
  ask(path, { ...posted(fields), as });
const wordsOf = async (answer: Response) => textOf(await answer.text());
/** The cookies that a browser would send next: those that a response sets, without those it deletes. */
const cookiesOf = (answer: Response) => ({
  cookie: answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => !cookie.endsWith("="))
    .join("; "),
});
async function newestMail() {
  await shop.runDue();
  const mail = shop.sentMail().at(-1);
  if (!mail) throw new Error("no mail was sent");
  return {
    ...mail,
    link: new URL(/https?:\/\/\S+\/auth\/link\S+/.exec(mail.text)?.[0] ?? "http://none.test"),
  };
}
/** Opens the link of the newest mail and presses its button. */
async function follow(purpose: string, more: Record<string, string> = {}) {
  const { link } = await newestMail();
  const page = await (await ask(link.pathname + link.search)).text();
  expect(page).toContain(`name="purpose" value="${purpose}"`);
  return press(purpose, more);
}
/** Sends the form of the newest mail's link, whether its page shows the button or not. */
async function press(purpose: string, more: Record<string, string> = {}) {
  const { link } = await newestMail();
  return post("/auth/link", { purpose, token: link.searchParams.get(purpose) ?? "", ...more });
}
const person = (email: string) => ({
  name: "Asha Rao",
  email,
  password: "chai-and-kurta-26",
  confirm: "chai-and-kurta-26",
});

test("two sign-ups at once with one address are answered alike, and make one account", async () => {
  const twin = person("twin@campus.test");
  const answers = await Promise.all([1, 2, 3].map(() => post("/auth", { intent: "signup", ...twin })));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303]);
  const found = await shop.services.db.select().from(users).where(eq(users.email, twin.email));
  expect(found.length).toBe(1);
});

test("sign up, verify by email, log in, return to the requested page, log out", async () => {
  const asha = person("asha@campus.test");
  const signedUp = await post("/auth?tab=signup&next=%2Fcart", { intent: "signup", ...asha });
  expect(signedUp.status).toBe(303);
  const shown = await wordsOf(await ask(signedUp.headers.get("Location") ?? "", { as: cookiesOf(signedUp) }));
  expect(shown).toContain("Account created!");
  expect(shown).toContain("Please check your email to verify your account");

  const early = await post("/auth", { intent: "login", ...asha });
  expect(early.status).toBe(403);
  expect(await wordsOf(early)).toContain("Please verify your email first");

  const verified = await follow("verify");
  expect(verified.headers.get("Location")).toBe("/auth");
  const login = await post("/auth?next=%2Ffaq%3Fq%3Dsize", {
    intent: "login",
    ...asha,
    email: "Asha@Campus.test ",
  });
  expect(login.headers.get("Location")).toBe("/faq?q=size");
  const me = cookiesOf(login);
  const page = await ask("/faq", { as: me });
  const words = await wordsOf(page);
  expect(words).toContain("Admin");
  expect(page.headers.getSetCookie().join()).toContain("flash=;");
  const again = await ask("/auth?next=%2Fblog", { as: me });
  expect(again.headers.get("Location")).toBe("/blog");

  const out = await post("/auth/sign-out", {}, me);
  expect(out.headers.get("Location")).toBe("/");
  expect((await ask("/wishlist", { as: me })).headers.get("Location")).toContain("/auth?next=");
});

describe("refused forms", () => {
  test.each([
    ["signup", { confirm: "another one" }, 422, "Please make sure your passwords match"],
    ["signup", { name: " " }, 422, "Please enter your name"],
    ["signup", { email: "asha" }, 422, "complete email address"],
    ["signup", { password: "short", confirm: "short" }, 422, "at least 10 characters"],
    ["login", { email: "nobody@campus.test" }, 401, "Your email or password is incorrect."],
    ["enter-code", { code: "123456" }, 401, "The code is incorrect"],
    ["second-factor", { code: "123456" }, 401, "Please log in again"],
  ])("%s with %j", async (intent, over, status, words) => {
    const answer = await post("/auth?tab=signup", { intent, ...person("refused@campus.test"), ...over });
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(textOf(html)).toContain(words);
    expect(html).not.toContain("chai-and-kurta-26");
  });
});

test("a registered and an unknown email address get the same responses in about the same time", async () => {
  // A test shopper has a cheap password hash; these cost what a real customer's does.
  const password = await hashPassword("a password for tests");
  const known = await Promise.all(Array.from({ length: 6 }, () => aShopper(shop)));
  for (const { id } of known)
    await shop.services.db.update(credential).set({ password }).where(eq(credential.userId, id));
  // Processor time: wall-clock time also counts what others do on this machine.
  const timed = async <Value>(work: () => Promise<Value>) => {
    const before = process.cpuUsage();
    const value = await work();
    const { user, system } = process.cpuUsage(before);
    return { value, time: (user + system) / 1_000 };
  };
  // How long a hash takes here and now: a busy machine shares its processor's caches.
  const hash = await timed(() => hashPassword("a password for tests"));
  const asked = async (intent: string, email: string) => {
    const { value: answer, time } = await timed(() => post("/auth", { intent, ...person(email) }));
    const place = (answer.headers.get("Location") ?? "").replace(encodeURIComponent(email), "X");
    return {
      time,
      seen: [
        answer.status,
        place,
        // The mail-link cookie depends on the email address alone, whether it has an account or not.
        answer.headers.get("Set-Cookie")?.replace(/mail-link=[\w-]+/, "mail-link=X"),
        (await answer.text()).replaceAll(email, "X").replace(/nonce="[^"]+"|"[\w+/=]{24}"/g, ""),
      ],
    };
  };
  // The shortest of a few attempts is the cost. A skipped hash would show.
  const most = hash.time / 2;
  for (const intent of ["signup", "login", "recover", "ask-link", "ask-code"]) {
    const shortest = { stranger: Number.POSITIVE_INFINITY, owner: Number.POSITIVE_INFINITY };
    const gap = () => Math.abs(shortest.owner - shortest.stranger);
    for (const [at, { email }] of known.entries()) {
      const stranger = await asked(intent, `stranger-${intent}-${at + 1}@campus.test`);
      const owner = await asked(intent, email);
      expect(owner.seen, intent).toEqual(stranger.seen);
      shortest.stranger = Math.min(shortest.stranger, stranger.time);
      shortest.owner = Math.min(shortest.owner, owner.time);
      if (gap() < most) break;
    }
    expect(gap(), intent).toBeLessThan(most);
  }
  await shop.runDue();
  const subjects = shop
    .sentMail()
    .filter(({ to }) => to === known[0]?.email)
    .map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      "You already have an account",
      "Set a new password",
      "Your login link",
      "Your login code",
    ]),
  );
  expect(shop.sentMail().filter(({ to }) => to === "stranger-recover-1@campus.test")).toEqual([]);
});

test("resetting the password by email ends all sessions, and the link works once", async () => {
  const asha = await aShopper(shop);
  await post("/auth", { intent: "recover", email: asha.email });
  const fresh = { password: "monsoon-umbrella-7", confirm: "monsoon-umbrella-7" };
  const { link } = await newestMail();
  const weak = await follow("recover", { password: "short", confirm: "short" });
  expect(weak.status).toBe(422);
  const set = await follow("recover", fresh);
  expect(set.headers.get("Location")).toBe("/auth");
  expect((await ask("/auth", { as: asha })).status).toBe(200);
  const again = await post("/auth/link", {
    purpose: "recover",
    token: link.searchParams.get("recover") ?? "",
    ...fresh,
  });
  expect(again.status).toBe(410);
  expect((await post("/auth", { intent: "login", email: asha.email, password: asha.password })).status).toBe(
    401,
  );
  expect((await post("/auth", { intent: "login", email: asha.email, password: fresh.password })).status).toBe(
    303,
  );
  expect((await newestMail()).subject).toBe("Your password was changed");
});

test("an emailed link and an emailed code each sign in once", async () => {
  const asha = await aShopper(shop);
  await post("/auth", { intent: "ask-link", email: asha.email });
  const entered = await follow("login");
  expect((await ask("/auth", { as: cookiesOf(entered) })).headers.get("Location")).toBe("/");
  expect((await press("login")).status).toBe(410);

  await post("/auth", { intent: "ask-code", email: asha.email });
  const code = /\b\d{6}\b/.exec((await newestMail()).text)?.[0] ?? "";
  const fields = { intent: "enter-code", email: asha.email, code };
  expect((await post("/auth", fields)).status).toBe(303);
  expect((await post("/auth", fields)).status).toBe(401);
});

test("an empty login form shows errors at its fields and does not count as an attempt", async () => {
  const { email, password } = await aShopper(shop);
  for (let time = 0; time < 12; time++) {
    const empty = await post("/auth", { intent: "login", email, password: "" });
    expect(empty.status).toBe(422);
    const words = await empty.text();
    expect(textOf(words)).toContain("Please enter your password.");
    expect(words).toContain(`value="${email}"`);
  }
  expect(await wordsOf(await post("/auth", { intent: "login" }))).toContain("Please enter your email.");
  expect((await post("/auth", { intent: "login", email, password })).status).toBe(303);
  for (const [tab, intent] of [
    ["code&sent=code", "enter-code"],
    ["second-factor", "second-factor"],
  ] as const)
    expect(await wordsOf(await post(`/auth?tab=${tab}`, { intent, code: " " }))).toContain(
      "Please enter the code.",
    );
});

test("an account allows ten failed logins, whatever client address is claimed; others are not affected", async () => {
  const [victim, other] = [await aShopper(shop), await aShopper(shop)];
  const attempt = (email: string, password: string, from: string) => {
    const init = posted({ intent: "login", email, password });
    const headers = { ...init.headers, "X-Forwarded-For": from, "x-client-address": "198.51.100.7" };
    return ask("/auth", { ...init, headers });
  };
  const statuses: number[] = [];
  // A correct sign-in during the set-up does not count.
  for (let at = 0; at < 25; at++)
    statuses.push((await attempt(victim.email, `wrong ${at}`, `10.0.${at}.1`)).status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.slice(10)).toEqual(Array(15).fill(429));
  expect((await attempt(victim.email, victim.password, "10.1.1.1")).status).toBe(429);
  expect((await attempt(other.email, other.password, "10.1.1.1")).status).toBe(303);
  await post("/auth", { intent: "ask-code", email: victim.email });
  const code = /\b\d{6}\b/.exec((await newestMail()).text)?.[0] ?? "";
  expect((await post("/auth", { intent: "enter-code", email: victim.email, code })).status).toBe(303);
});

test("session cookies: HttpOnly, Lax, for the whole site; over https Secure and __Host-", async () => {
  const asha = await aShopper(shop);
  const login = (origin: string) =>
    shop.services.identity.signIn(
      { origin, cookie: null, clientAddress: "192.0.2.1", userAgent: null },
      { email: asha.email, password: asha.password },
    );
  const cookie = async (origin: string) => {
    const answer = await login(origin);
    return answer.ok ? (answer.value.cookies.find((one) => one.includes("session=")) ?? "") : answer.refused;
  };
  const https = await cookie("https://shop.example");
  expect(https).toMatch(/^__Host-session=/);
  for (const part of ["Secure", "HttpOnly", "SameSite=Lax", "Path=/"]) expect(https).toContain(part);
  expect(https).not.toContain("Domain");
  const http = await cookie("http://shop.test");
  expect(http).toMatch(/^session=/);
  expect(http).toContain("HttpOnly");
  expect(http).not.toContain("Secure");
});

test("a session in use is renewed; a forged cookie and a banned customer are not signed in", async () => {
  const { db } = shop.services;
  const asha = await aShopper(shop);
  const soon = new Date(Date.now() + 28 * 86_400_000);
  await db.update(session).set({ expiresAt: soon }).where(eq(session.userId, asha.id));
  const page = await ask("/faq", { as: asha });
  expect(page.headers.getSetCookie().join()).toContain("session=");
  const [stored] = await db.select().from(session).where(eq(session.userId, asha.id));
  expect(stored?.expiresAt.getTime()).toBeGreaterThan(soon.getTime());
  const forged = { cookie: asha.cookie.replace(/.{6}$/, "AAAAAA") };
  expect((await ask("/wishlist", { as: forged })).status).toBe(302);
  await db.update(users).set({ bannedAt: new Date() }).where(eq(users.id, asha.id));
  expect((await ask("/wishlist", { as: asha })).headers.get("Location")).toContain("/auth");
  const signIn = await shop.services.identity.signIn(
    { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: "a test" },
    asha,
  );
  expect(signIn).toMatchObject({ ok: false, refused: "wrong-credentials" });
});
