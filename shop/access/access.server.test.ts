import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { aShopper } from "../../test/support/users.server.ts";
import { type Actor, actorLabel, can, isSame, recorded, system } from "./actor.ts";
import {
  knownPermissions,
  needsSecondFactor,
  type Permission,
  permissionGroups,
  permissions,
} from "./permissions.ts";
import { listRoles } from "./roles.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.dispose());

const packer = {
  kind: "staff",
  id: "s1",
  name: "Meera",
  permissions: new Set(["orders.edit"] as const),
} as const;
const asha = { kind: "customer", id: "c1", name: "Asha Rao" } as const;

test("only staff and tokens have permissions, and only those that they were given", () => {
  expect(can(packer, "orders.edit")).toBe(true);
  expect(can(packer, "orders.refund")).toBe(false);
  expect(can({ ...packer, kind: "token" }, "orders.edit")).toBe(true);
  const others: Actor[] = [asha, { kind: "guest" }, system("x"), { kind: "gateway", provider: "p" }];
  for (const actor of others) expect(permissions.filter((one) => can(actor, one))).toEqual([]);
});

test("a recorded actor has the name of staff, never of a customer, and its label contains no id", () => {
  const all: Actor[] = [
    packer,
    asha,
    system("release-reservations"),
    { kind: "gateway", provider: "cashfree" },
    { kind: "import", run: "r1", staff: { name: "Meera" } },
    { ...packer, kind: "token", name: "Courier app" },
    { kind: "guest" },
  ];
  expect(all.map((actor) => Object.values(recorded(actor)).join(" "))).toEqual([
    "staff s1 Meera",
    "customer c1 ",
    "system release-reservations ",
    "gateway cashfree ",
    "import r1 Meera",
    "token s1 Courier app",
    "guest  ",
  ]);
  expect(all.map((actor) => actorLabel(recorded(actor)))).toEqual([
    "Meera (staff)",
    "The customer",
    "The shop itself",
    "The payment gateway",
    "Import by Meera",
    "Courier app (API)",
    "A visitor",
  ]);
  expect(actorLabel(recorded(asha), "Asha Rao")).toBe("Asha Rao");
  expect(isSame(recorded(packer), { ...packer, name: "Meera Iyer" })).toBe(true);
  expect(isSame(recorded(asha), { ...packer, id: "c1" })).toBe(false);
});

test("of the initial roles, owner and admin have every permission and user none, and all keys are known", async () => {
  const roles = await listRoles(shop.services);
  expect(roles.map(({ key }) => key)).toEqual([
    "user",
    "admin",
    "accountant",
    "catalogue",
    "fulfilment",
    "manager",
    "marketing",
    "owner",
    "support",
  ]);
  const of = (key: string) => [...(roles.find((role) => role.key === key)?.permissions ?? [])];
  expect(of("owner")).toEqual([...permissions]);
  expect(of("admin")).toEqual([...permissions]);
  expect(of("user")).toEqual([]);
  const { rows } = await shop.services.db.execute(
    sql`select distinct unnest(permissions) as key from role order by 1`,
  );
  expect(rows.map(({ key }) => key)).toEqual([...permissions].sort());
});

test("the form of a role has every permission once", () => {
  const shown = permissionGroups.flatMap((group) => group.permissions.map(({ key }) => key));
  expect(shown.sort()).toEqual([...permissions].sort());
});

test("a second factor is needed as the role says, else in a live shop only; who manages its staff always needs one", () => {
  const needs = (mode: "demo" | "live", secondFactor: boolean | null, ...may: Permission[]) =>
    needsSecondFactor({ permissions: new Set(may), secondFactor }, mode);
  const each = (mode: "demo" | "live", ...may: Permission[]) =>
    [null, true, false].map((secondFactor) => needs(mode, secondFactor, ...may));
  expect(each("demo", "orders.view")).toEqual([false, true, false]);
  expect(each("live", "orders.view")).toEqual([true, true, false]);
  expect(each("demo", "staff.manage")).toEqual([false, true, false]);
  expect(each("live", "staff.manage")).toEqual([true, true, true]);
  expect(each("live")).toEqual([false, false, false]);
});

test("a role is read at each request: a change applies at once, and an unknown role has no permissions", async () => {
  const { identity } = shop.services;
  const person = await aShopper(shop);
  const caller = { origin: "http://shop.test", cookie: person.cookie, clientAddress: "", userAgent: null };
  const now = async () => (await identity.personOf(caller))?.person.role.permissions;
  const owner = (statement: string) => onDatabase(shop.databaseUrl, statement);
  expect(await now()).toEqual([]);
  await owner("insert into role (key, name, permissions) values ('packer', 'Packer', '{orders.view}')");
  await owner(`update users set role = 'packer' where id = '${person.id}'`);
  expect(await now()).toEqual(["orders.view"]);
  await owner("update role set permissions = '{orders.view,stars.align}' where key = 'packer'");
  expect([...knownPermissions((await now()) ?? [])]).toEqual(["orders.view"]);
  await expect(owner("delete from role where key = 'packer'")).rejects.toThrow("users_role_fkey");
  await expect(owner(`update users set role = 'king' where id = '${person.id}'`)).rejects.toThrow(
    "users_role_fkey",
  );
  await owner("alter table users drop constraint users_role_fkey");
  await owner(`update users set role = 'king' where id = '${person.id}'`);
  expect(await now()).toEqual([]);
});
