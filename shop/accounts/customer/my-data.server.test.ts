import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/database.server.ts";
import { customerOf } from "../../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin, aShopper } from "../../../test/support/users.server.ts";
import { loginByLink, setNewPassword, verifyByLink } from "../follow-link.server.ts";
import { changeRole, isLastAdmin, setBanned } from "../sessions.server.ts";
import { sendSignInEmail, signInByCode, signUp } from "../sign-in.server.ts";
import { deleteAccount } from "./my-data.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: "a test" };

async function mailedTo({ email }: { email: string }) {
  const last = async (what: "recover" | "link" | "code", pattern: RegExp) => {
    await sendSignInEmail(shop.services, caller, what, email);
    await shop.runDue();
    return pattern.exec(shop.sentMail().at(-1)?.text ?? "")?.[0] ?? "";
  };
  return {
    recover: await last("recover", /(?<=recover=)[\w-]+/),
    link: await last("link", /(?<=login=)[\w-]+/),
    code: await last("code", /\b\d{6}\b/),
  };
}

/** Tries the code and the links that were mailed to an address. */
async function tryAll({ email }: { email: string }, { recover, link, code }: Record<string, string>) {
  const tried = [
    await signInByCode(shop.services, caller, { email, code: code ?? "" }),
    await loginByLink(shop.services, caller, link ?? ""),
    await setNewPassword(shop.services, caller, recover ?? "", "monsoon-umbrella-7"),
  ];
  return tried.map((one) => (one.ok ? "in" : one.refused));
}

test("codes and links mailed before an account is deleted are refused, also for a new account of that address", async () => {
  const [asha, gita, ben] = [await aShopper(shop), await aShopper(shop), await aShopper(shop)];
  const mails = { asha: await mailedTo(asha), gita: await mailedTo(gita), ben: await mailedTo(ben) };
  expect(await deleteAccount(shop.services, asha, asha.email)).toEqual({ ok: true });
  expect(await deleteAccount(shop.services, gita, gita.email)).toEqual({ ok: true });
  await aShopper(shop, { email: gita.email });
  const nothing = ["wrong-code", "link-over", "link-over"];
  expect(await tryAll(asha, mails.asha)).toEqual(nothing);
  expect(await tryAll(gita, mails.gita)).toEqual(nothing);
  expect(await tryAll(ben, mails.ben)).toEqual(["in", "in", "in"]);
});

test("a link to verify an address does not verify a later account with the same address", async () => {
  const { services } = shop;
  const gita = { name: "Gita", email: "gita@campus.test", password: "monsoon-umbrella-7" };
  const signedUp = async () => {
    expect((await signUp(services, caller, gita)).ok).toBe(true);
    await shop.runDue();
    const token = /(?<=verify=)[\w.-]+/.exec(shop.sentMail().at(-1)?.text ?? "")?.[0] ?? "";
    const { rows } = await services.db.execute(sql`select id from users where email = ${gita.email}`);
    return { token, id: z.array(z.object({ id: z.string() })).parse(rows)[0]?.id ?? "" };
  };
  const first = await signedUp();
  await deleteAccount(services, customerOf(first), gita.email);
  const second = await signedUp();
  await services.db.execute(
    sql`update users set created_at = created_at + interval '2 minutes' where id = ${second.id}`,
  );
  expect(await verifyByLink(services, caller, first.token, null)).toEqual({
    ok: false,
    refused: "link-over",
  });
  await services.db.execute(
    sql`update users set created_at = created_at - interval '2 minutes' where id = ${second.id}`,
  );
  expect((await verifyByLink(services, caller, second.token, null)).ok).toBe(true);
});

test("admins who are deleted, demoted and banned concurrently leave exactly one admin, without a deadlock", async () => {
  const { services } = shop;
  for (let round = 0; round < 8; round++) {
    const admins = [await anAdmin(shop), await anAdmin(shop), await anAdmin(shop)];
    await Promise.all(
      admins.flatMap((admin) => [
        deleteAccount(services, admin, admin.email),
        changeRole(services, admin.id, "user"),
        setBanned(services, admin.id, true),
        deleteAccount(services, admin, admin.email),
      ]),
    );
    const { rows } = await services.db.execute(
      sql`select count(*)::int as left from users where role = 'admin' and banned_at is null`,
    );
    expect(z.array(z.object({ left: z.number() })).parse(rows)).toEqual([{ left: 1 }]);
  }
});

test("deleting an admin waits for other changes of admins before it locks the user's row", async () => {
  const { services } = shop;
  const admin = await anAdmin(shop);
  const deleted = await inTransaction(services.db, async (tx) => {
    await isLastAdmin(tx, admin.id);
    const deleting = deleteAccount(services, admin, admin.email);
    await expect
      .poll(async () => {
        const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`;
        return (await services.db.execute(waiting)).rowCount;
      })
      .toBe(1);
    // The user's row is not locked yet, so the first transaction can lock it, as changeRole and setBanned do.
    await tx.execute(sql`select 1 from users where id = ${admin.id} for update nowait`);
    return { deleting };
  });
  expect(await deleted.deleting).toMatchObject({ ok: true });
});
