import { afterAll, beforeAll, expect, test } from "vitest";
import { changeRole, endSessions, sessionsOf } from "../../../shop/accounts/sessions.server.ts";
import { appCode } from "../../support/app-code.server.ts";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { anAdmin, aShopper, cookieOf, type Person } from "../../support/people.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

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

test("an app's code is asked for after the password, a link and a code by mail; a recovery code works once", async () => {
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
  const inside = await give(appCode(uri), half);
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

test("a changed password ends the other sessions and leaves this one", async () => {
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

test("sign out everywhere, a new role: the sessions are over, and open screens hear of it at once", async () => {
  const { db, live } = shop.services;
  const heard: (string | undefined)[] = [];
  live.subscribe("people", ({ id }) => heard.push(id));
  await expect.poll(() => live.listening()).toBe(true);
  const [asha, admin] = [await aShopper(shop), await anAdmin(shop)];
  heard.splice(0);
  await endSessions({ db }, asha.id);
  await expect.poll(() => heard, { timeout: 5_000 }).toContain(asha.id);
  expect(await isIn(asha)).toBe(false);

  expect(await changeRole({ db }, admin.id, "user")).toEqual({ ok: false, refused: "last-admin" });
  const second = await anAdmin(shop);
  expect(await changeRole({ db }, admin.id, "user")).toMatchObject({ ok: true });
  await expect.poll(() => heard, { timeout: 5_000 }).toContain(admin.id);
  expect(await isIn(admin)).toBe(false);
  expect(await isIn(second)).toBe(true);
});
