import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDemoHistory, wantDemoHistory } from "../../demo/history.server.ts";
import { type Ask, asking } from "../support/ask.server.ts";
import { anOrder } from "../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aShirt, putInCart } from "../support/orders.server.ts";
import { examplesOfScreens } from "../support/pages/office-screens.server.ts";
import { formsOf, type PageForm } from "../support/readers/form-reader.ts";
import { hostileTexts } from "../support/readers/page-reader.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../support/users.server.ts";

const values = [
  ...hostileTexts,
  "",
  " ",
  "0",
  "-1",
  "-0",
  "1e309",
  "NaN",
  "0x10",
  "1,5",
  "1,00,00",
  "٣",
  "9".repeat(400),
  "99999999999",
  "2026-02-31",
  "0000-00-00",
  "99999-12-31T00:00",
  "0026-11-26",
  "2026-11-26T25:61",
  "null",
  "[]",
  '{"a":1}',
  "=1+1",
  "＝1",
  "../../etc/passwd",
  "%00",
  "http://[::1",
  "javascript:alert(1)",
  "5F0C9D1E-0000-4000-8000-00000000000F",
  "not-a-uuid",
];

let shop: TestShop;
let ask: Ask;
let admin: Person;
let shopper: Person;
let paths: { as: Person | undefined; path: string }[];

beforeAll(async () => {
  shop = await testShop({ seed: true });
  const { services, databaseUrl } = shop;
  ask = await asking(services);
  // Returns, parcels, refunds and messages, whose forms stand on the screens of staff.
  await wantDemoHistory(services.db);
  const history = await prepareDemoHistory(services, { url: databaseUrl, orders: 40 });
  expect(await history?.make()).toBe(true);
  admin = await anAdmin(shop);
  shopper = await aShopper(shop);
  const shirt = await aShirt(shop, { stock: 50 });
  const delivered = await aDeliveredOrder(shop, shopper, [[shirt, 1]]);
  const open = await anOrder(shop, shopper);
  const unpaid = await anOrder(shop, shopper, { method: "online" });
  await putInCart(shop, shopper, shirt, 1);
  const of = (as: Person | undefined) => (path: string) => ({ as, path });
  const guests = [
    "/auth",
    "/auth?tab=signup",
    "/auth?tab=phone",
    "/contact",
    "/newsletter",
    "/faq",
    "/track",
  ];
  const shoppers = [
    "/",
    "/shop",
    `/product/${shirt.slug}`,
    "/cart",
    "/checkout",
    "/wishlist",
    "/orders",
    "/contact",
    ...["profile", "addresses", "orders", "notifications", "security"].map((tab) => `/profile?tab=${tab}`),
    `/orders/${delivered.id}/return`,
    `/orders/${delivered.id}/review`,
    `/order/${shirt.productId}`,
    `/order-confirmation/${unpaid.id}`,
    `/track/${open.id}`,
    `/product/${shirt.slug}/notify`,
  ];
  const staff = [
    `/admin/products/${shirt.productId}`,
    `/admin/orders/${open.id}`,
    `/admin/orders/${delivered.id}`,
    `/admin/users/${shopper.id}`,
    ...["shop", "policy", "contact", "legal", "settlements", "messages", "founders"].map(
      (part) => `/admin/settings?part=${part}`,
    ),
    ...(await examplesOfScreens(ask, admin)).values(),
  ];
  paths = [...guests.map(of(undefined)), ...shoppers.map(of(shopper)), ...staff.map(of(admin))];
});
afterAll(() => shop.dispose());

/** Forms that end the session or the account would end the test. */
const ends = ({ action, fields }: PageForm) =>
  action.includes("/sign-out") ||
  fields.some(([, value]) => /delete-account|sign-out|end-session/.test(value));

function sent({ action, multipart, fields }: PageForm, name: string, value: string, as: Person | undefined) {
  const body = multipart ? new FormData() : new URLSearchParams();
  for (const [field, usual] of fields) body.append(field, field === name ? value : usual);
  return ask(action, { method: "POST", body, headers: { Origin: "http://shop.test" }, as });
}

test("no field of any form answers a hostile value with a server error", { timeout: 480_000 }, async () => {
  const known = new Set<string>();
  const offenders: string[] = [];
  for (const { as, path } of paths) {
    const opened = await ask(path, { as });
    if (opened.status >= 500) offenders.push(`GET ${path}: ${opened.status}`);
    for (const form of formsOf(await opened.text(), path).filter((one) => !ends(one))) {
      const kind = form.fields.find(([name]) => name === "intent")?.[1] ?? "";
      for (const name of new Set(form.fields.map(([field]) => field))) {
        // Rows of one list have the same fields.
        const key = [
          form.action.replace(/[0-9a-f-]{36}|\?.*/g, ""),
          kind,
          name.replace(/[0-9a-f-]{36}|\d+/g, "#"),
        ].join(" ");
        if (known.has(key)) continue;
        known.add(key);
        // Nobody is to run into a limit.
        await shop.services.db.execute(sql`delete from rate_limit`);
        // Each field gets one of the values, the next field the next one: all of them would take half an hour.
        const value = values[known.size % values.length] ?? "";
        const answer = await sent(form, name, value, as);
        await answer.body?.cancel();
        if (answer.status >= 500) offenders.push(`${key} = ${value.slice(0, 40)}: ${answer.status}`);
      }
    }
  }
  expect([...new Set(offenders)].join("\n")).toBe("");
  expect(known.size).toBeGreaterThan(900);
});
