import { sql } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { deleteOldSearches, logSearch, searchReport } from "./search-log.server.ts";

const { services, clock, dispose } = await testShop();
afterAll(dispose);

const search = (query: string, results: number, dice = 0) => logSearch(services, { query, results, dice });

test("searches are counted regardless of case, most frequent first; personal data is not stored", async () => {
  await search("Kurta", 12);
  await search(" kurta ", 14);
  await search("raincoat", 0);
  await search("asha@campus.test", 0);
  await search("9876543210", 0);
  await search("x", 3);
  await search("bag", 3, 0.9);
  const report = await searchReport(services, { days: 30, empty: false });
  expect(report.map(({ query, searches, results }) => [query, searches, results])).toEqual([
    ["kurta", 2, 14],
    ["raincoat", 1, 0],
  ]);
  expect((await searchReport(services, { days: 30, empty: true })).map(({ query }) => query)).toEqual([
    "raincoat",
  ]);
});

test("a search leaves the reports of 7, 30 and 90 days when it is older, and is then deleted", async () => {
  const words = (days: 7 | 30 | 90) =>
    searchReport(services, { days, empty: false }).then((report) =>
      report.map(({ query, searches }) => `${query} ${searches}`),
    );
  const after = async (days: number) => {
    clock.forward(days * 86_400_000);
    await deleteOldSearches(services);
  };
  await after(8);
  await search("kurta", 15);
  expect(await Promise.all([words(7), words(30), words(90)])).toEqual([
    ["kurta 1"],
    ["kurta 3", "raincoat 1"],
    ["kurta 3", "raincoat 1"],
  ]);
  await after(25);
  expect(await Promise.all([words(7), words(30), words(90)])).toEqual([
    [],
    ["kurta 1"],
    ["kurta 3", "raincoat 1"],
  ]);
  await after(0);
  await after(59);
  expect(await words(90)).toEqual(["kurta 1"]);
  await after(91);
  expect(await words(90)).toEqual([]);
  const { rows } = await services.db.execute(sql`select from search_day union all select from search_log`);
  expect(rows).toEqual([]);
});
