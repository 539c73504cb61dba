import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { anAdmin, aShopper } from "../../../test/support/people.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { followLogin, setNewPassword } from "../follow-link.server.ts";
import { ban, changeRole } from "../sessions.server.ts";
import { sendByMail, signInByCode } from "../sign-in.server.ts";
import { deleteAccount } from "./my-data.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: "a test" };

test("old links and codes let nobody in after the account is deleted, nor into a new one with the address", async () => {
  const { services } = shop;
  const asha = await aShopper(shop);
  const ben = await aShopper(shop);
  const mailed: Record<string, string> = {};
  for (const { email } of [ben, asha]) {
    for (const what of ["recover", "link", "code"] as const) {
      await sendByMail(services, caller, what, email);
      await shop.runDue();
      const text = shop.sentMail().at(-1)?.text ?? "";
      mailed[`${what} ${email}`] = /(?:recover=|login=|\b(?=\d{6}\b))([\w-]+)/.exec(text)?.[1] ?? "";
    }
  }
  const secret = (what: string, { email }: { email: string }) => mailed[`${what} ${email}`] ?? "";
  expect(await deleteAccount(services, asha.id, asha.email)).toEqual({ ok: true });

  for (const again of [false, true]) {
    if (again) await aShopper(shop, { email: asha.email });
    const code = { email: asha.email, code: secret("code", asha) };
    expect(await signInByCode(services, caller, code), `${again}`).toEqual({
      ok: false,
      refused: "wrong-code",
    });
    const over = { ok: false, refused: "link-over" };
    expect(await followLogin(services, caller, secret("link", asha)), `${again}`).toEqual(over);
    const recovered = await setNewPassword(services, caller, secret("recover", asha), "monsoon-umbrella-7");
    expect(recovered, `${again}`).toEqual(over);
  }

  const { email } = ben;
  expect(await signInByCode(services, caller, { email, code: secret("code", ben) })).toMatchObject({
    ok: true,
  });
  expect(await followLogin(services, caller, secret("link", ben))).toMatchObject({ ok: true });
  expect(await setNewPassword(services, caller, secret("recover", ben), "monsoon-umbrella-7")).toMatchObject({
    ok: true,
  });
});

test("admins who delete, demote and ban each other at once leave one, and nobody waits for ever", async () => {
  const { services } = shop;
  for (let round = 0; round < 8; round++) {
    const admins = [await anAdmin(shop), await anAdmin(shop), await anAdmin(shop)];
    await Promise.all(
      admins.flatMap(({ id, email }) => [
        deleteAccount(services, id, email),
        changeRole(services, id, "user"),
        ban(services, id, true),
        deleteAccount(services, id, email),
      ]),
    );
    const { rows } = await services.db.execute(
      sql`select count(*)::int as left from users where role = 'admin' and banned_at is null`,
    );
    expect(z.array(z.object({ left: z.number() })).parse(rows)).toEqual([{ left: 1 }]);
  }
});
