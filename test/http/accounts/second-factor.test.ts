import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeIdentity } from "../../../platform/identity/identity.server.ts";
import { deleteExpired } from "../../../platform/identity/one-time-secrets.server.ts";
import { accountEmails } from "../../../shop/accounts/account-emails.server.ts";
import { changeRole, endSessions, sessionsOf } from "../../../shop/accounts/sessions.server.ts";
import { letterhead } from "../../../shop/brand/brand.server.ts";
import { appCode } from "../../support/app-code.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, cookieOf, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const callerOf = ({ cookie }: { cookie: string }) => ({
  origin: "http://shop.test",
  cookie,
  clientAddress: "192.0.2.1",
  userAgent: "a test",
});
const cookies = (list: string[]) => ({ cookie: list.map((cookie) => cookie.split(";")[0]).join("; ") });
const isIn = async (as: { cookie: string }) => (await ask("/auth", { as })).status === 303;

async function enrolled(person: Person) {
  const { identity } = shop.services;
  const begun = await identity.enrolSecondFactor(callerOf(person), person.password);
  if (!begun.ok) throw new Error(begun.refused);
  const confirmed = await identity.confirmSecondFactor(callerOf(person), appCode(begun.value.uri));
  if (!confirmed.ok) throw new Error(confirmed.refused);
  return { ...begun.value, me: cookies(confirmed.value) };
}

test("an app code is required after a password, an emailed link or an emailed code; recovery codes work once", async () => {
  const asha = await aShopper(shop);
  const { uri, recoveryCodes, me } = await enrolled(asha);
  expect(recoveryCodes).toHaveLength(10);
  expect(await isIn(me)).toBe(true);

  const begin = async () => {
    const answer = await ask(
      "/auth?next=%2Ffaq",
      posted({ intent: "login", email: asha.email, password: asha.password }),
    );
    expect(answer.headers.get("Location")).toContain("tab=second-factor");
    const half = cookies(answer.headers.getSetCookie().filter((cookie) => !/=;|Max-Age=0/.test(cookie)));
    expect(await isIn(half)).toBe(false);
    return half;
  };
  const give = (code: string, as: { cookie: string }) =>
    ask("/auth?tab=second-factor&next=%2Ffaq", { ...posted({ intent: "second-factor", code }), as });

  const half = await begin();
  expect((await give("000000", half)).status).toBe(401);
  const inside = await give(appCode(uri, 1), half);
  expect(inside.headers.get("Location")).toBe("/faq");

  const [recovery = ""] = recoveryCodes;
  expect((await give(recovery, await begin())).status).toBe(303);
  expect((await give(recovery, await begin())).status).toBe(401);

  await ask("/auth", posted({ intent: "ask-code", email: asha.email }));
  await shop.runDue();
  const mailed = /\b\d{6}\b/.exec(shop.sentMail().at(-1)?.text ?? "")?.[0] ?? "";
  const byCode = await ask("/auth", posted({ intent: "enter-code", email: asha.email, code: mailed }));
  expect(byCode.headers.get("Location")).toContain("tab=second-factor");

  await ask("/auth", posted({ intent: "ask-link", email: asha.email }));
  await shop.runDue();
  const token = /login=(\S+)/.exec(shop.sentMail().at(-1)?.text ?? "")?.[1] ?? "";
  const byLink = await ask("/auth/link", posted({ purpose: "login", token }));
  expect(byLink.headers.get("Location")).toContain("tab=second-factor");
});

test("an app code works once, also in simultaneous requests, and the enrolment code is used up", async () => {
  const asha = await aShopper(shop);
  const { uri } = await enrolled(asha);
  const { identity } = shop.services;
  const half = async () => {
    const answer = await identity.signIn(callerOf({ cookie: "" }), asha);
    if (!answer.ok) throw new Error(answer.refused);
    return callerOf(cookies(answer.value.cookies.filter((cookie) => !/=;|Max-Age=0/.test(cookie))));
  };
  expect(await identity.enterSecondFactor(await half(), { code: appCode(uri) })).toMatchObject({ ok: false });
  const [one, other] = [await half(), await half()];
  const code = appCode(uri, 1);
  const both = await Promise.all([one, other].map((caller) => identity.enterSecondFactor(caller, { code })));
  expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await identity.enterSecondFactor(await half(), { code })).toMatchObject({ ok: false });
  expect(await sessionsOf(shop.services, asha.id)).toHaveLength(2);
});

test.each(["the app", "a recovery code"])(
  "after AUTH_SECRET was changed, a login by %s says that the app is over, until staff turn it off",
  async (by) => {
    const asha = await aShopper(shop);
    const { uri, recoveryCodes } = await enrolled(asha);
    const { db, mail } = shop.services;
    const identity = makeIdentity({
      db,
      secret: "another secret, since the first one was lost",
      google: () => undefined,
      cleanName: (name) => name,
      emails: accountEmails({ db, mail }, () => letterhead({ db })),
    });
    const askAfter = await asking({ ...shop.services, identity });
    const login = () =>
      askAfter("/auth", posted({ intent: "login", email: asha.email, password: asha.password }));
    const half = cookies((await login()).headers.getSetCookie());
    const code = by === "the app" ? appCode(uri, 1) : (recoveryCodes[0] ?? "");
    const answer = await askAfter("/auth?tab=second-factor", {
      ...posted({ intent: "second-factor", code }),
      as: half,
    });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toContain("Your authenticator app no longer works here");
    // A password alone lets nobody in.
    expect((await login()).headers.get("Location")).toContain("tab=second-factor");
    const off = posted({ intent: "two-step-off" });
    const admin = await anAdmin(shop);
    await ask(`/admin/users/${asha.id}`, { ...off, as: admin });
    await db.execute(sql`delete from users where id = ${admin.id}`);
    const again = await login();
    expect(again.headers.get("Location")).toBe("/");
    const inside = cookies(again.headers.getSetCookie());
    const begun = await identity.enrolSecondFactor(callerOf(inside), asha.password);
    expect(begun).toMatchObject({ ok: true });
  },
);

test("turning two-step login on or off ends all other sessions", async () => {
  const asha = await aShopper(shop);
  const before = { cookie: await cookieOf(shop, asha.email) };
  const { me } = await enrolled(asha);
  expect(await isIn(before)).toBe(false);
  expect(await isIn(asha)).toBe(false);
  expect(await isIn(me)).toBe(true);
  const { identity, db } = shop.services;
  await db.execute(sql`insert into session (id, user_id, token, expires_at)
    values (gen_random_uuid(), ${asha.id}, 'elsewhere', now() + interval '1 day')`);
  const off = await identity.endSecondFactor(callerOf(me), asha.id, asha.password);
  expect(await isIn(cookies(off.ok ? off.value : []))).toBe(true);
  expect(await sessionsOf(shop.services, asha.id)).toHaveLength(1);
});

test("in live mode, only a session with a second factor opens the back office", async () => {
  const services = { ...shop.services, site: { mode: "live", publicUrl: "http://shop.test" } as const };
  const askLive = await asking(services);
  const opens = async (as: { cookie: string }) => (await askLive("/admin", { as })).status === 200;
  const admin = await anAdmin(shop);
  const { me } = await enrolled(admin);
  expect(await opens(me)).toBe(true);
  const changed = await shop.services.identity.changePassword(callerOf(me), {
    currentPassword: admin.password,
    newPassword: "monsoon-umbrella-7",
  });
  const after = cookies(changed.ok ? changed.value : []);
  expect(await opens(after)).toBe(true);
  // Like a session from before the enrolment, had it not been ended.
  await shop.services.db.execute(sql`update session set second_factor_at = null where user_id = ${admin.id}`);
  const led = await askLive("/admin", { as: after });
  expect(led.headers.get("Location")).toBe("/profile?tab=security");
  await shop.services.db.execute(sql`delete from users where id = ${admin.id}`);
});

test("a session expires even when in use: after a week for staff, after 90 days for customers", async () => {
  const { db } = shop.services;
  const [admin, asha] = [await anAdmin(shop), await aShopper(shop)];
  const age = (person: Person, days: number) =>
    db.execute(
      sql`update session set created_at = now() - make_interval(days => ${days}) where user_id = ${person.id}`,
    );
  await Promise.all([age(admin, 6), age(asha, 89)]);
  expect([await isIn(admin), await isIn(asha)]).toEqual([true, true]);
  await Promise.all([age(admin, 8), age(asha, 91)]);
  expect([await isIn(admin), await isIn(asha)]).toEqual([false, false]);
  await deleteExpired({ db });
  expect(await sessionsOf({ db }, asha.id)).toEqual([]);
  await db.execute(sql`delete from users where id = ${admin.id}`);
});

test("a changed password ends the other sessions and keeps this one", async () => {
  const asha = await aShopper(shop);
  const elsewhere = { cookie: await cookieOf(shop, asha.email) };
  const { identity, db } = shop.services;
  expect(await sessionsOf({ db }, asha.id)).toHaveLength(2);
  const wrong = await identity.changePassword(callerOf(asha), {
    currentPassword: "no",
    newPassword: "monsoon-umbrella-7",
  });
  expect(wrong).toEqual({ ok: false, refused: "wrong-password" });
  const changed = await identity.changePassword(callerOf(asha), {
    currentPassword: asha.password,
    newPassword: "monsoon-umbrella-7",
  });
  expect(await isIn(elsewhere)).toBe(false);
  expect(await isIn(cookies(changed.ok ? changed.value : []))).toBe(true);
});

test("signing out everywhere and a role change end the sessions and send a change event", async () => {
  const { db, live } = shop.services;
  const announced: (string | undefined)[] = [];
  live.subscribe("people", ({ id }) => announced.push(id));
  await expect.poll(() => live.listening()).toBe(true);
  const [asha, admin] = [await aShopper(shop), await anAdmin(shop)];
  announced.splice(0);
  await endSessions({ db }, asha);
  await expect.poll(() => announced, { timeout: 5_000 }).toContain(asha.id);
  expect(await isIn(asha)).toBe(false);

  expect(await changeRole({ db }, admin.id, "user")).toEqual({ ok: false, refused: "last-admin" });
  const second = await anAdmin(shop);
  expect(await changeRole({ db }, admin.id, "user")).toMatchObject({ ok: true });
  await expect.poll(() => announced, { timeout: 5_000 }).toContain(admin.id);
  expect(await isIn(admin)).toBe(false);
  expect(await isIn(second)).toBe(true);
});
