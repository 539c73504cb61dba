import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import appRoutes from "../../app/routes.ts";
import { prepareDemoHistory, wantDemoHistory } from "../../demo/history.server.ts";
import { sendPaymentLink } from "../../shop/payments/payment-links.server.ts";
import { someStaff } from "../support/access/actors.ts";
import { addressesOf } from "../support/access/addresses.ts";
import { patternFinder, routesOf } from "../support/access/routes.ts";
import { type Ask, asking, posted } from "../support/ask.server.ts";
import { anOrder } from "../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, aShirt, putInCart } from "../support/orders.server.ts";
import { examplesOfScreens, officeScreens } from "../support/pages/office-screens.server.ts";
import { type TestShop, testShop } from "../support/test-shop.server.ts";
import { anAdmin, aShopper, type Person } from "../support/users.server.ts";

const routes = routesOf(appRoutes);
/** The routes of components; others answer with data or files. */
const screens = routes.filter(({ file }) => file.endsWith(".tsx")).map(({ pattern }) => pattern);

let shop: TestShop;
let ask: Ask;
let people: { guest: undefined; customer: Person; admin: Person };
/** Screens that need a record of a certain kind: the address, and who may open it. */
let recordScreens: [path: string, as?: Person][];

beforeAll(async () => {
  shop = await testShop({ seed: true });
  const { services, databaseUrl } = shop;
  ask = await asking(services);
  // Orders, payments, refunds and returns in every state, reviews, messages and searches for the lists of staff.
  await wantDemoHistory(services.db);
  const history = await prepareDemoHistory(services, { url: databaseUrl, orders: 40 });
  expect(await history?.make()).toBe(true);

  const [admin, customer] = [await anAdmin(shop), await aShopper(shop)];
  people = { guest: undefined, customer, admin };
  const shirt = await aShirt(shop);
  const soldOut = await aShirt(shop, { stock: 0 });
  const delivered = await aDeliveredOrder(shop, customer, [[shirt, 1]]);
  const cash = await anOrder(shop, customer);
  const unpaid = await anOrder(shop, customer, { method: "online" });
  await putInCart(shop, customer, shirt);
  const { rows } = await services.db.execute(
    sql`select payment_session_id as id from local_gateway.orders limit 1`,
  );
  recordScreens = [
    [`/product/${soldOut.slug}/notify`],
    [`/order/${shirt.productId}`, customer],
    [`/order-confirmation/${unpaid.id}`, customer],
    [`/track/${delivered.id}`, customer],
    ...["return", "review", "payout"].map((what): [string, Person] => [
      `/orders/${delivered.id}/${what}`,
      customer,
    ]),
    [`/dev/gateway/pay/${rows[0]?.id}`],
    [await linkTo(unpaid.id)],
    [await confirmationOf(cash.id)],
    [`/auth/invitation?token=${await invitedBy(admin)}`],
    [`/admin/orders/${delivered.id}`, admin],
  ];
});
afterAll(() => shop.dispose());

/** The token of an invitation that is open. */
async function invitedBy(as: Person): Promise<string> {
  await ask("/admin/team", {
    ...posted({ intent: "invite", email: "new@shop.example", role: "support" }),
    as,
  });
  const mails = await shop.services.mail.list(shop.services.db, 100);
  const text = mails.find(({ to }) => to === "new@shop.example")?.text ?? "";
  return /invitation\?token=([\w-]+)/.exec(text)?.[1] ?? "";
}

/** The address at which an order is paid. */
async function linkTo(order: string): Promise<string> {
  const sent = await sendPaymentLink(shop.services, someStaff, order, 24);
  return sent.ok ? `/pay/${sent.value.token}` : "";
}

/** The address at which a cash order is confirmed. */
async function confirmationOf(order: string): Promise<string> {
  const token = "c".repeat(43);
  await shop.services.db.execute(
    sql`insert into cod_confirmation (order_id, token) values (${order}, ${token})`,
  );
  return `/confirm/${token}`;
}

const site = "http://shop.test";
const rendered = new Set<string>();

const patternOf = patternFinder(routes);

const linksOf = (html: string) =>
  [...html.matchAll(/<a\s[^>]*href="(\/[^"#]*)/g)].map(([, to = ""]) => to.replaceAll("&amp;", "&"));

/** Opens an address. Out: its status and what its page links to. */
async function open(path: string, as: Person | undefined) {
  const answer = await ask(path, { as });
  const body = await answer.text();
  if (!answer.headers.get("Content-Type")?.startsWith("text/html"))
    return { status: answer.status, links: [] };
  rendered.add(patternOf(path));
  return { status: answer.status, links: linksOf(body) };
}

test("screens of a record: none causes a warning", async () => {
  for (const [path, as] of recordScreens) expect([path, (await open(path, as)).status]).toEqual([path, 200]);
});

test("screens of the back office, with a record where they are of one: none causes a warning", async () => {
  const examples = await examplesOfScreens(ask, people.admin);
  for (const pattern of examples.keys()) rendered.add(pattern);
  expect(officeScreens.filter((pattern) => !examples.has(pattern))).toEqual([]);
});

/** What was opened: a route by somebody, or a query parameter of a route by anybody. */
const opened = new Map<string, number>();

function isWanted(path: string, who: string): boolean {
  const pattern = patternOf(path);
  const parameters = [...new URL(path, site).searchParams.keys()];
  const kinds =
    parameters.length > 0 ? parameters.map((name) => `${pattern}?${name}`) : [`${pattern} ${who}`];
  const most = parameters.length > 0 ? 1 : 2;
  const isNew = kinds.some((kind) => (opened.get(kind) ?? 0) < most);
  for (const kind of kinds) opened.set(kind, (opened.get(kind) ?? 0) + 1);
  return isNew;
}

test.each(["guest", "customer", "admin"] as const)(
  "every screen as %s, two addresses of each, and what they link to with another query parameter: no warning",
  async (who) => {
    const addresses = new Set(screens.flatMap((pattern) => addressesOf(pattern)[0]));
    for (const path of addresses) {
      if (!isWanted(path, who)) continue;
      const { status, links } = await open(path, people[who]);
      expect(status, path).toBeLessThan(500);
      for (const link of links) addresses.add(link);
    }
  },
);

test("every screen was rendered", () => {
  expect(screens.filter((pattern) => !rendered.has(pattern))).toEqual([]);
});
