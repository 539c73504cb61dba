import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { session } from "../../../platform/identity/tables.server.ts";
import { aStaffMember } from "../../../test/support/access/actors.ts";
import { atTheLock } from "../../../test/support/at-the-lock.server.ts";
import { type TestShop, testShop } from "../../../test/support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../../../test/support/users.server.ts";
import { managesStaff, type Permission } from "../../access/permissions.ts";
import { lockTeam } from "../sessions.server.ts";
import { type AskingStaff, blockUser, changeUserRole } from "./change-user.server.ts";
import { listUsers } from "./list-users.server.ts";
import { userDetail } from "./user-detail.server.ts";

let shop: TestShop;
let boss: Person;
let asking: AskingStaff;
beforeAll(async () => {
  shop = await testShop();
  boss = await anAdmin(shop);
  const [signedIn] = await shop.services.db.select().from(session).where(eq(session.userId, boss.id));
  asking = { ...aStaffMember(boss), sessionId: signedIn?.id ?? "" };
});
afterAll(() => shop.dispose());

const all = { q: "", role: "", sort: "joined", descending: true, page: 1 } as const;
const found = async (query: Partial<Parameters<typeof listUsers>[1]>) =>
  (await listUsers(shop.services, { ...all, ...query })).rows.map(({ name }) => name);
const actions = async () =>
  (await shop.services.db.execute(sql`select action, subject_name, after from audit_entry order by id`)).rows;

test("users are found by part of their name, email or phone, and by role", async () => {
  const zoe = await aShopper(shop, { name: "Zoë Fernandes", email: "zoe.f@campus.test" });
  await aShopper(shop, { name: "Ravi Menon" });
  await shop.services.db.execute(sql`update profile set phone = '+919812345678' where user_id = ${zoe.id}`);
  expect(await found({})).toEqual(["Ravi Menon", "Zoë Fernandes", "Admin"]);
  expect(await found({ q: "zoe fern" })).toEqual(["Zoë Fernandes"]);
  expect(await found({ q: "zoe.f@" })).toEqual(["Zoë Fernandes"]);
  expect(await found({ q: "98123 45678" })).toEqual(["Zoë Fernandes"]);
  expect(await found({ q: "100%" })).toEqual([]);
  expect(await found({ role: "admin" })).toEqual(["Admin"]);
  expect(await found({ sort: "name", descending: false })).toEqual(["Admin", "Ravi Menon", "Zoë Fernandes"]);
  expect((await listUsers(shop.services, { ...all, page: 2 })).rows).toEqual([]);
});

test("a new role ends the user's sessions and is recorded in the audit log", async () => {
  const person = await aShopper(shop, { name: "Leela" });
  expect((await userDetail(shop.services, person.id))?.sessions).toHaveLength(1);
  expect(await changeUserRole(shop.services, asking, person.id, "admin")).toEqual({
    ok: true,
    value: undefined,
  });
  expect(await userDetail(shop.services, person.id)).toMatchObject({ role: "admin", sessions: [] });
  expect((await actions()).at(-1)).toMatchObject({
    action: "user.change-role",
    subject_name: "Leela",
    after: { role: "admin" },
  });
  const before = (await actions()).length;
  await changeUserRole(shop.services, asking, person.id, "admin");
  expect(await actions()).toHaveLength(before);
  await changeUserRole(shop.services, asking, person.id, "user");
});

test("the last admin can be neither demoted nor blocked", async () => {
  const no = { ok: false, refused: "last-admin" };
  expect(await changeUserRole(shop.services, asking, boss.id, "user")).toEqual(no);
  expect(await blockUser(shop.services, asking, boss.id, true)).toEqual(no);
  expect(await changeUserRole(shop.services, asking, "nobody", "admin")).toMatchObject({
    refused: "not-found",
  });
});

test("staff are deactivated by who manages staff, customers blocked by who may block customers, and neither does the other", async () => {
  const [packer, asha] = [await aShopper(shop), await aShopper(shop)];
  await changeUserRole(shop.services, asking, packer.id, "fulfilment");
  const may = {
    staff: ["staff.manage", "orders.view", "orders.edit", "catalogue.view", "stock.adjust"],
    desk: ["customers.erase"],
  } as const;
  const as = (permissions: readonly Permission[]) => ({ ...asking, permissions: new Set(permissions) });
  const beyond = { ok: false, refused: "beyond-own" };
  expect(await blockUser(shop.services, as(may.desk), packer.id, true)).toEqual(beyond);
  expect(await blockUser(shop.services, as(may.staff), asha.id, true)).toEqual(beyond);
  expect(await blockUser(shop.services, as(may.staff), packer.id, true)).toMatchObject({ ok: true });
  expect(await blockUser(shop.services, as(may.desk), asha.id, true)).toMatchObject({ ok: true });
});

test("a blocked user cannot sign in until they are unblocked", async () => {
  const person = await aShopper(shop);
  const caller = {
    origin: "http://shop.test",
    cookie: null,
    clientAddress: "192.0.2.1",
    userAgent: "a test",
  };
  await blockUser(shop.services, asking, person.id, true);
  expect((await shop.services.identity.signIn(caller, person)).ok).toBe(false);
  await blockUser(shop.services, asking, person.id, false);
  expect((await shop.services.identity.signIn(caller, person)).ok).toBe(true);
});

test("an old session must confirm the password, and the number of guesses is limited", async () => {
  const person = await aShopper(shop);
  await shop.services.db.execute(
    sql`update session set created_at = now() - interval '16 minutes' where id = ${asking.sessionId}`,
  );
  const change = (password?: string, role: "admin" | "user" = "admin") =>
    changeUserRole(shop.services, { ...asking, password }, person.id, role);
  expect(await change()).toMatchObject({ refused: "sign-in-again" });
  expect(await change("not this one")).toMatchObject({ refused: "wrong-password" });
  expect((await userDetail(shop.services, person.id))?.role).toBe("user");
  expect((await change(boss.password)).ok).toBe(true);
  for (let guess = 0; guess < 10; guess++) await change(`guess ${guess}`, "user");
  expect(await change(boss.password, "user")).toMatchObject({ refused: "too-many-tries" });
});

test("a role that gets more permissions at the moment it is given is not given by who lacks them", async () => {
  const { db } = shop.services;
  const helper = await aShopper(shop, { name: "Helper" });
  await db.execute(sql`delete from rate_limit`);
  await db.execute(
    sql`insert into role (key, name, permissions) values ('greeter', 'Greeter', '{messages.answer}')`,
  );
  const own: Permission[] = [managesStaff, "messages.answer"];
  const giving = { ...asking, permissions: new Set(own), password: boss.password };
  const given = await atTheLock(
    db,
    lockTeam,
    () => changeUserRole(shop.services, giving, helper.id, "greeter"),
    (tx) =>
      tx.execute(sql`update role set permissions = '{messages.answer,prices.edit}' where key = 'greeter'`),
  );
  expect(given).toEqual({ ok: false, refused: "beyond-own" });
  expect((await userDetail(shop.services, helper.id))?.role).toBe("user");
});
