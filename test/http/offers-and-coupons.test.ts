import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { textOf } from "../support/ask.server.ts";
import { seededOffice } from "../support/pages/seeded-office.server.ts";

const office = seededOffice();
const open = async (path: string) => textOf((await office.openAsAdmin(path)).html);
const lookup = async (query: Record<string, string>) =>
  z
    .object({
      words: z.array(z.string()).optional(),
      choices: z.array(z.object({ value: z.string() })).optional(),
    })
    .parse(JSON.parse((await office.openAsAdmin(`/admin/rules/offers?${new URLSearchParams(query)}`)).html));
const days = { validFrom: "2030-11-28T00:00", validTo: "2030-12-05T23:59" };
const offer = {
  title: "Kurta week",
  percent: "20",
  categories: "kurtas",
  collections: "",
  products: "",
  ...days,
};

test("the form of an offer says what it does while it is typed, and which other offers are on its products then", async () => {
  const { rows } = await office.db().execute(sql`
    select (select count(*)::integer from product where category_id = c.id) as products from category c where slug = 'kurtas'`);
  const [{ products }] = z.tuple([z.object({ products: z.number() })]).parse(rows);
  expect((await lookup(offer)).words).toEqual([
    "20% off the MRP of Kurtas, from 28 Nov 2030, 00:00 to 5 Dec 2030, 23:59, time in India (IST).",
    `That is ${products} products now. What is added to a chosen category or collection comes under it too.`,
    "It starts by itself.",
  ]);
  expect((await office.send("/admin/offers/new", offer)).status).toBe(303);
  const other = { ...offer, percent: "10", validFrom: "2030-12-05T00:00", validTo: "2030-12-31T00:00" };
  expect((await lookup(other)).words).toContain(
    `“Kurta week” (20% off) has ${products} of them at the same time: it counts there, since it is larger.`,
  );
  expect((await lookup({ ...other, validFrom: "2030-12-06T00:00" })).words).toHaveLength(3);
  // Refused without scripts: what was typed is said, not what is stored.
  const typed = { ...other, title: "", percent: "15" };
  const refused = textOf(await (await office.send("/admin/offers/new", typed)).text());
  expect(refused).toContain("15% off the MRP of Kurtas, from 5 Dec 2030");
  // It is no other offer than itself.
  const found = await office.db().execute(sql`select id from offer where title = 'Kurta week'`);
  const [{ id }] = z.tuple([z.object({ id: z.string() })]).parse(found.rows);
  expect((await lookup({ ...offer, id })).words).toHaveLength(3);
  expect(await open(`/admin/offers/${id}`)).toContain("20% off the MRP of Kurtas, from 28 Nov 2030");
});

test("what is incomplete or nonsense is said in words, and products are found by name, on sale or not", async () => {
  const empty = await lookup({ id: "nonsense", percent: "much", products: "no-such-thing\0" });
  expect(empty.words).toEqual([
    "?% off the MRP of nothing yet, from ? to ?, time in India (IST).",
    "Choose categories, collections or products.",
  ]);
  const backwards = { ...offer, validFrom: days.validTo, validTo: days.validFrom };
  expect((await lookup(backwards)).words).toContain("It would end before it starts.");
  expect(
    (await lookup({ ...offer, validFrom: "2020-01-01T00:00", validTo: "2020-02-01T00:00" })).words,
  ).toContain("It is over already: nobody gets it.");
  await office
    .db()
    .execute(
      sql`update product set status = 'draft' where slug = (select min(slug) from product where slug like '%kurta%')`,
    );
  const kurtas = (await lookup({ q: "kurta" })).choices ?? [];
  expect(kurtas.length).toBeGreaterThan(1);
  expect((await office.open("/admin/rules/offers?q=kurta")).status).not.toBe(200);
});

test("the form of a coupon says what it does", async () => {
  const coupon = {
    ...{
      code: "DIWALI20",
      description: "Diwali",
      kind: "percent",
      value: "20",
      minOrder: "999",
      maxDiscount: "500",
    },
    usageLimit: "100",
    perUserLimit: "1",
    firstOrderOnly: "on",
    active: "on",
    ...days,
  };
  expect((await office.send("/admin/coupons/new", coupon)).status).toBe(303);
  const page = await open("/admin/coupons/DIWALI20");
  for (const sentence of [
    "20% off orders of at least ₹999, at most ₹500, from 28 Nov 2030, 00:00 to 5 Dec 2030, 23:59, time in India (IST).",
    "For a customer's first order, once each, 100 times in all.",
    "Only those who know the code can use it.",
    "It starts by itself.",
  ])
    expect(page).toContain(sentence);
  const comma = await office.send("/admin/coupons/new", {
    ...coupon,
    kind: "flat",
    value: "99,5",
    minOrder: "999,00",
  });
  const words = textOf(await comma.text());
  expect(words).toContain("Paise come after a point: 99.5, not 99,5.");
  expect(words).toContain("Paise come after a point: 999.00, not 999,00.");
  const refused = await office.send("/admin/coupons/new", { ...coupon, code: "" });
  expect(refused.status).toBeGreaterThanOrEqual(400);
  expect(textOf(await refused.text())).toContain("20% off orders of at least ₹999");
});
