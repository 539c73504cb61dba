import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { sessions, verifications } from "../../../platform/identity/tables.server.ts";
import { aShopper } from "../../../test/support/people.server.ts";
import { testShop } from "../../../test/support/test-shop.server.ts";
import { schedules } from "../../jobs.server.ts";
import { followLogin, followVerify, setNewPassword } from "../follow-link.server.ts";
import { sendByMail, signIn, signInByCode } from "../sign-in.server.ts";
import { deleteAccount } from "./my-data.server.ts";

const shop = await testShop();
const { services } = shop;
const { db, jobs } = services;
afterAll(shop.dispose);

const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.7", userAgent: null };

/** What a pattern finds in the newest mail to somebody. */
async function mailed(to: string, pattern: RegExp): Promise<string> {
  await shop.runDue();
  const mail = shop
    .sentMail()
    .filter((one) => one.to === to)
    .at(-1);
  return pattern.exec(mail?.text ?? "")?.[1] ?? "";
}

test("links and codes of a deleted account do nothing, not even for a new one with the same address", async () => {
  const email = "asha.o'rao+shop@campus.test";
  const [first, other] = [await aShopper(shop, { email }), await aShopper(shop)];
  const ask = async (what: "recover" | "link" | "code", pattern: RegExp, to = email) => {
    expect(await sendByMail(services, caller, what, to)).toMatchObject({ ok: true });
    return mailed(to, pattern);
  };
  const recover = await ask("recover", /recover=(\w+)/);
  const link = await ask("link", /login=(\w+)/);
  const code = await ask("code", /\b(\d{6})\b/);
  const others = await ask("link", /login=(\w+)/, other.email);
  for (const secret of [recover, link, code, others]) expect(secret).not.toBe("");
  expect(await deleteAccount(services, first.id, email)).toMatchObject({ ok: true });

  const tryAll = async () => {
    expect(await followLogin(services, caller, link)).toEqual({ ok: false, refused: "link-over" });
    expect(await signInByCode(services, caller, { email, code })).toEqual({
      ok: false,
      refused: "wrong-code",
    });
    expect(await setNewPassword(services, caller, recover, "monsoon-umbrella-7")).toEqual({
      ok: false,
      refused: "link-over",
    });
  };
  expect(await db.select().from(verifications).where(eq(verifications.value, first.id))).toEqual([]);
  await tryAll();
  const second = await aShopper(shop, { email });
  await tryAll();
  const typed = { email, password: second.password };
  expect(await signIn(services, caller, typed)).toMatchObject({ ok: true });
  expect(await followLogin(services, caller, others)).toMatchObject({ ok: true });
});

test("a link that verifies an address does nothing once the account is gone", async () => {
  const email = "ravi@campus.test";
  await services.identity.signUp(caller, { name: "Ravi", email, password: "monsoon-umbrella-7" });
  const token = await mailed(email, /verify=([\w.-]+)/);
  expect(token).not.toBe("");
  const { rows } = await db.execute<{ id: string }>(sql`select id from users where email = ${email}`);
  expect(await deleteAccount(services, rows[0]?.id ?? "", email)).toMatchObject({ ok: true });
  expect(await followVerify(services, caller, token)).toEqual({ ok: false, refused: "link-over" });
});

test("every night sessions, links and codes that are over are swept, however many, and only those", async () => {
  expect(schedules["sweep-accounts"]).toBe("30 21 * * *");
  const asha = await aShopper(shop);
  const time = (hours: number) => new Date(Date.now() + hours * 3_600_000);
  const session = (expiresAt: Date) => ({
    id: randomUUID(),
    userId: asha.id,
    token: randomUUID(),
    expiresAt,
  });
  const secret = (expiresAt: Date) => ({ id: randomUUID(), identifier: randomUUID(), value: "x", expiresAt });
  const [stays, waits] = [session(time(1)), secret(time(1))];
  await db.insert(sessions).values([stays, ...Array.from({ length: 1_001 }, () => session(time(-1)))]);
  await db.insert(verifications).values([waits, secret(time(-1)), secret(time(-48))]);
  await jobs.send(db, "sweep-accounts", {});
  expect(await shop.runDue()).toContain("sweep-accounts");

  for (const [table, id] of [
    [sessions, stays.id],
    [verifications, waits.id],
  ] as const) {
    const rows = await db.select({ id: table.id, over: sql<boolean>`expires_at < now()` }).from(table);
    expect(rows.filter(({ over }) => over)).toEqual([]);
    expect(rows.map((row) => row.id)).toContain(id);
  }
});
