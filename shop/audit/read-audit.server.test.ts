import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aStaffMember } from "../../test/support/access/actors.ts";
import { type TestShop, testShop } from "../../test/support/test-shop.server.ts";
import { actionsOf, auditChoices, auditCsv, auditLog } from "./read-audit.server.ts";
import { recordAction } from "./record-action.server.ts";

let shop: TestShop;
const meera = aStaffMember({ id: "0b6ad0d4-0000-4000-8000-000000000001", name: "Meera" });
const arjun = aStaffMember({ id: "0b6ad0d4-0000-4000-8000-000000000002", name: "Arjun" });
beforeAll(async () => {
  shop = await testShop();
  for (let number = 1; number <= 120; number++) {
    await recordAction(shop.services.db, {
      actor: number % 2 === 0 ? meera : arjun,
      action: number <= 100 ? "product.update" : "order.status",
      subject: {
        kind: number <= 100 ? "product" : "order",
        id: `s${number}`,
        name: number === 7 ? "=Café Kurta" : `Thing ${number}`,
      },
      after: { stock: number },
    });
  }
});
afterAll(() => shop.dispose());

const all = { actor: "", action: "", kind: "", q: "", from: "", to: "" };
const ids = async (query: Partial<typeof all>, place: { after?: number; before?: number } = {}) => {
  const { entries, older, newer } = await auditLog(
    shop.services,
    { ...all, ...query },
    { after: place.after ?? null, before: place.before ?? null },
  );
  return { ids: entries.map(({ id }) => id), older, newer };
};

test("paging through the log backwards and forwards misses no entry", async () => {
  const first = await ids({});
  expect(first).toMatchObject({ older: true, newer: false });
  const second = await ids({}, { after: first.ids.at(-1) ?? 0 });
  const third = await ids({}, { after: second.ids.at(-1) ?? 0 });
  expect([...first.ids, ...second.ids, ...third.ids]).toEqual(
    Array.from({ length: 120 }, (_, at) => 120 - at),
  );
  expect(third.older).toBe(false);
  expect(await ids({}, { before: second.ids[0] ?? 0 })).toEqual({
    ids: first.ids,
    older: true,
    newer: false,
  });
});

test("the log is filtered by actor, action, kind of subject, text and date", async () => {
  expect((await ids({ action: "order.status", actor: meera.id })).ids).toHaveLength(10);
  expect((await ids({ kind: "order" })).ids).toHaveLength(20);
  expect((await ids({ q: "cafe" })).ids).toEqual([7]);
  expect((await ids({ q: "s12" })).ids).toEqual([12]);
  await shop.services.db.execute(sql`insert into audit_entry (at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id,
    subject_name) values ('2020-01-31T20:00:00Z', 'staff', ${meera.id}, 'Meera', 'product.create', 'product', 'old', 'Old')`);
  expect((await ids({ from: "2020-02-01", to: "2020-02-01" })).ids).toHaveLength(1);
  expect((await ids({ to: "2020-01-31" })).ids).toHaveLength(0);
  expect((await ids({ from: "2020-13-99" })).ids).toHaveLength(50);
  expect((await ids({ actor: "nonsense" })).ids).toEqual([]);
});

test("the filter choices are the values that occur in the log", async () => {
  expect(await auditChoices(shop.services)).toEqual({
    actors: [
      { id: meera.id, name: "Meera" },
      { id: arjun.id, name: "Arjun" },
    ],
    actions: ["order.status", "product.create", "product.update"],
    kinds: ["order", "product"],
  });
});

test("what somebody did is counted by action, the latest first", async () => {
  expect(await actionsOf(shop.services, arjun.id)).toMatchObject([
    { action: "order.status", times: 10 },
    { action: "product.update", times: 50 },
  ]);
});

test("the export has every entry, with spreadsheet formulas escaped", async () => {
  const pieces: string[] = [];
  for await (const piece of auditCsv(shop.services, { ...all, kind: "product" })) pieces.push(piece);
  const lines = pieces.join("").trim().split("\r\n");
  expect(lines).toHaveLength(102);
  expect(lines.find((line) => line.includes("Café"))).toContain(`'=Café Kurta`);
});

test("what was changed in one act is one entry of the log, under each filter that a part of it fits", async () => {
  const act = "0b6ad0d4-0000-4000-8000-0000000000aa";
  for (const id of ["b1", "b2", "b3"])
    await recordAction(shop.services.db, {
      actor: { ...meera, act },
      action: "product.bulk-edit",
      subject: { kind: "product", id, name: `Bulk ${id}` },
      before: { status: "active" },
      after: { status: "archived" },
    });
  const seen = async (query: Partial<typeof all>) => {
    const { entries } = await auditLog(shop.services, { ...all, ...query }, { after: null, before: null });
    return entries.map(({ action, count, parts }) => [action, count, parts.map(({ subject }) => subject.id)]);
  };
  const one = ["product.bulk-edit", 3, ["b1", "b2", "b3"]];
  expect((await seen({}))[0]).toEqual(one);
  expect(await seen({ action: "product.bulk-edit" })).toEqual([one]);
  expect(await seen({ q: "bulk b2" })).toEqual([one]);
  const pieces: string[] = [];
  for await (const piece of auditCsv(shop.services, { ...all, q: "b2" })) pieces.push(piece);
  expect(pieces.join("")).toContain("changed the status of “Bulk b2” from active to archived");
});
