import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { someoneAs } from "../../support/access/signed-session.server.ts";
import { appCode } from "../../support/app-code.server.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let admin: Person;
beforeAll(async () => {
  shop = await testShop();
  ask = await asking(shop.services);
  admin = await anAdmin(shop);
});
afterAll(() => shop.dispose());

async function withApp(person: Person): Promise<Person> {
  const caller = {
    origin: "http://shop.test",
    cookie: person.cookie,
    clientAddress: "192.0.2.1",
    userAgent: null,
  };
  const { identity } = shop.services;
  const begun = await identity.enrolSecondFactor(caller, person.password);
  const on = await identity.confirmSecondFactor(caller, begun.ok ? appCode(begun.value.uri) : "");
  expect(on.ok).toBe(true);
  return person;
}
const login = async ({ email, password }: Person) =>
  (await ask("/auth", posted({ intent: "login", email, password }))).headers.get("Location");
const open = async (path: string, as: Person) => textOf(await (await ask(path, { as })).text());
const turnOff = async (path: string, as: Person) =>
  (await ask(path, { ...posted({ intent: "two-step-off" }), as })).text();
async function aMember(): Promise<Person> {
  const person = await aShopper(shop);
  await shop.services.db.execute(sql`update users set role = 'manager' where id = ${person.id}`);
  return person;
}

test.each([
  ["a member of staff", "team", aMember],
  ["a customer", "users", () => aShopper(shop)],
] as const)("%s who lost the phone and the codes is let in again", async (_, list, make) => {
  const person = await withApp(await make());
  expect(await login(person)).toContain("tab=second-factor");
  const path = `/admin/${list}/${person.id}`;
  expect(await open(path, admin)).toContain("Turn off two-step login");
  expect(await turnOff(path, admin)).toContain("Two-step login is off");
  expect(await open(path, admin)).not.toContain("Turn off two-step login");
  expect(await login(person)).toBe("/");
  const { rows } = await shop.services.db.execute(
    sql`select message->>'code' as code from notification where user_id = ${person.id}`,
  );
  expect(rows).toContainEqual({ code: "two-step-off" });
  expect(await open(`/admin/audit?action=user.end-two-step`, admin)).toContain(
    "turned off the two-step login of",
  );
});

test("nobody turns it off for somebody who may do more, nor without the permission", async () => {
  const boss = await withApp(await anAdmin(shop));
  const { cookie } = await someoneAs(shop, "support");
  const customer = await withApp(await aShopper(shop));
  for (const path of [`/admin/team/${boss.id}`, `/admin/users/${boss.id}`, `/admin/users/${customer.id}`])
    await ask(path, { ...posted({ intent: "two-step-off" }), as: { cookie } });
  expect(await login(boss)).toContain("tab=second-factor");
  expect(await login(customer)).toContain("tab=second-factor");
});
