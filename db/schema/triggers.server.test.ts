import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { z } from "zod";
import { onDatabase } from "../../test/support/cluster/databases.server.ts";
import { testShop } from "../../test/support/test-shop.server.ts";
import { migrationsFolder } from "../migrate.server.ts";

// Compares db/triggers.md with the migrated database, in both directions.

const shop = await testShop();
afterAll(shop.dispose);

const top = resolve(import.meta.dirname, "../..");
type Listed = { name: string; on: string; writes: string };

const cells = readFileSync(join(top, "db/triggers.md"), "utf8")
  .split("\n")
  .map((line) => /^\| `(\w+)` +\| (.*) \|$/.exec(line))
  .flatMap((found) =>
    found ? [[found[1], ...(found[2] ?? "").split("|")].map((cell) => cell?.trim() ?? "")] : [],
  );
/** Rows of the second table have no "on". */
const listed = cells.map((row) => (row.length === 6 ? row : [row[0] ?? "", "", ...row.slice(1)]));

const rows = z.array(z.object({ name: z.string(), on: z.string(), writes: z.string() }));

async function database(): Promise<Listed[]> {
  const found = await shop.services.db.execute(sql`
    select p.proname as name,
      coalesce((select string_agg(line, '; ' order by line) from (
        select c.relname || ' (' || string_agg(distinct e, ', ' order by e) || ')' as line
        from pg_trigger t join pg_class c on c.oid = t.tgrelid
          cross join lateral unnest(array[
            case when t.tgtype & 4 > 0 then 'insert' end, case when t.tgtype & 8 > 0 then 'delete' end,
            case when t.tgtype & 16 > 0 then 'update' end, case when t.tgtype & 32 > 0 then 'truncate' end]) as e
        where t.tgfoid = p.oid and not t.tgisinternal and e is not null group by c.relname) lines), '') as "on",
      coalesce((select string_agg(distinct m[1], ', ' order by m[1])
        from regexp_matches(pg_get_functiondef(p.oid), '(?:insert into|update|delete from)\\s+([a-z_]+)\\s', 'gi') m
        where exists (select from pg_class where relname = m[1] and relkind = 'r')), '') as writes
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    order by 1`);
  return rows.parse(found.rows);
}

test("the list has every function, the tables and events of its triggers, and the tables it writes", async () => {
  const ours = listed.map(([name = "", on = "", writes = ""]) => ({ name, on, writes }));
  expect(ours.sort((one, other) => (one.name < other.name ? -1 : 1))).toEqual(await database());
});

test("each row names an existing file that relies on the function, and the last migration that defines it", () => {
  const migrations = readdirSync(migrationsFolder).sort();
  for (const [name = "", , , what = "", by = "", migration] of listed) {
    expect(what, name).not.toBe("");
    expect(existsSync(join(top, by.replaceAll("`", ""))), `${name}: ${by}`).toBe(true);
    const defining = new RegExp(`create (or replace )?function ${name}\\s*\\(`, "i");
    const last = migrations.findLast((file) =>
      defining.test(readFileSync(join(migrationsFolder, file), "utf8")),
    );
    expect(`${name} ${last?.slice(0, 4)}`).toBe(`${name} ${migration}`);
  }
});

test.each([
  ["a new trigger", "create trigger seen after update on coupon for each row execute function touch()"],
  ["a trigger less", "drop trigger orders_touched on orders"],
  ["a new function", "create function nothing() returns int language sql as 'select 1'"],
])("%s is detected", async (_, change) => {
  const before = await database();
  await onDatabase(shop.databaseUrl, change);
  expect(await database()).not.toEqual(before);
});

test("no trigger runs before a variant is updated: with one, each sale would compute its colour family again", async () => {
  const { rows } = await shop.services.db.execute(sql`
    select count(*) filter (where tgtype & 2 > 0 and tgtype & 16 > 0)::integer as before, count(*)::integer as all
    from pg_trigger where tgrelid = 'variant'::regclass and not tgisinternal`);
  expect(rows).toEqual([{ before: 0, all: expect.any(Number) }]);
  expect(Number(rows[0]?.all)).toBeGreaterThan(5);
});
