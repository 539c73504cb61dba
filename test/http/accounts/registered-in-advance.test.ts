import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, asking, posted } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";

let shop: TestShop;
let ask: Ask;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
});
afterAll(() => shop.dispose());

const password = "attacker-knows-it-26";
const caller = { origin: "http://shop.test", cookie: null, clientAddress: "192.0.2.1", userAgent: "a test" };
const lastMail = () => shop.sentMail().at(-1)?.text ?? "";
const isIn = async (cookie: string) => (await ask("/auth", { as: { cookie } })).status === 303;
const cookieIn = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");

async function byLink(email: string) {
  await ask("/auth", posted({ intent: "ask-link", email }));
  await shop.runDue();
  const token = /login=(\S+)/.exec(lastMail())?.[1] ?? "";
  return ask("/auth/link", posted({ purpose: "login", token }));
}

async function byCode(email: string) {
  await ask("/auth", posted({ intent: "ask-code", email }));
  await shop.runDue();
  const code = /\b\d{6}\b/.exec(lastMail())?.[0] ?? "";
  return ask("/auth", posted({ intent: "enter-code", email, code }));
}

test.each([
  ["link", byLink],
  ["code", byCode],
])(
  "whoever registered an address in advance loses access once its owner signs in by mail %s",
  async (way, enter) => {
    const email = `victim-by-${way}@campus.test`;
    const { identity, db } = shop.services;
    await ask("/auth", posted({ intent: "signup", name: "Me", email, password, confirm: password }));
    const { rows } = await db.execute(sql`select id from users where email = ${email}`);
    const id = String(rows[0]?.id);
    await db.execute(sql`insert into session (id, user_id, token, expires_at)
    values (gen_random_uuid(), ${id}, ${`of the attacker ${way}`}, now() + interval '30 days')`);

    const inside = await enter(email);
    expect(inside.status).toBe(303);
    expect(await isIn(cookieIn(inside))).toBe(true);

    expect(await identity.signIn(caller, { email, password })).toEqual({
      ok: false,
      refused: "wrong-credentials",
    });
    const left = await db.execute(sql`select email_verified,
      (select count(*)::int from credential where user_id = u.id) as passwords,
      (select count(*)::int from session where user_id = u.id) as sessions
    from users u where id = ${id}`);
    expect(left.rows).toEqual([{ email_verified: true, passwords: 0, sessions: 1 }]);
  },
);
