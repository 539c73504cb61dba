import { afterAll, expect, test } from "vitest";
import { testShop } from "../../test/support/test-shop.server.ts";
import { forgetSearches, logSearch, searchReport } from "./search-log.server.ts";

const { services, clock, dispose } = await testShop();
afterAll(dispose);

const search = (query: string, results: number, dice = 0) => logSearch(services, { query, results, dice });

test("what is looked for is counted whatever its case, most often first; what names a person is not kept", async () => {
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

test("after 90 days a search is forgotten", async () => {
  clock.forward(91 * 86_400_000);
  await forgetSearches(services);
  clock.forward(-91 * 86_400_000);
  expect(await searchReport(services, { days: 90, empty: false })).toEqual([]);
});
