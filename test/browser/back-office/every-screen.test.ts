import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { contactMessage } from "../../../shop/content/tables.server.ts";
import { bookParcel } from "../../../shop/order-management/courier-bookings.server.ts";
import { writeReview } from "../../../shop/reviews/write-review.server.ts";
import { logSearch } from "../../../shop/search-log/search-log.server.ts";
import { settingsParts } from "../../../shop/settings/setting-fields.ts";
import { someStaff } from "../../support/access/actors.ts";
import { faultsInEveryShape } from "../../support/accessibility.server.ts";
import { asking } from "../../support/ask.server.ts";
import { anOrder, nowIs } from "../../support/ordered/placed-orders.server.ts";
import { aReturnable, aShirt } from "../../support/orders.server.ts";
import { examplesOfScreens, officeScreens } from "../../support/pages/office-screens.server.ts";
import { anAdmin, aShopper, type Person } from "../../support/users.server.ts";
import { desktop, enterAs, openShop, phone } from "../../support/visitor.server.ts";

const open = openShop();
let admin: Person;
/** An address of each screen, by its route. */
let examples: Map<string, string>;

/** Screens of records in a state of their own. */
const stateNames = [
  "an order that is booked with a courier",
  "an order with a return",
  "a conversation that came by mail",
  "a merge of two customers",
  "orders to ship",
  "packing slips",
  "labels",
  "a pick list",
  "a manifest",
] as const;
let states: Record<(typeof stateNames)[number], string>;

beforeAll(async () => {
  const { services, runDue } = open.shop;
  admin = await anAdmin(open.shop);
  const shopper = await aShopper(open.shop, { name: "Leela Nair" });
  const booked = await anOrder(open.shop, shopper);
  const wanted = { orderId: booked.id, parcelId: null, version: null };
  expect(await bookParcel(services, someStaff, "local", wanted)).toMatchObject({ ok: true });
  const returned = await aReturnable(open.shop);
  await returned.ask(1);
  const review = { rating: 4, comment: "Soft, and true to its size.", displayName: null, fit: null };
  const { order, lineId, asha } = returned;
  expect(await writeReview(services, asha, { ...review, orderId: order.id, lineId })).toMatchObject({
    ok: true,
  });
  await logSearch(services, { query: "zari dupatta", results: 0, dice: 0 });
  const message = {
    name: "Leela Nair",
    email: shopper.email,
    topic: "orders",
    message: "Where is it?",
    // As a mail, with what only mails have.
    subject: "Re: Your order",
    quoted: "> It is on its way",
  } as const;
  const [made] = await services.db
    .insert(contactMessage)
    .values({ ...message, id: randomUUID(), createdAt: new Date(), leftOut: ["parcel.jpg"] })
    .returning({ conversation: contactMessage.conversationId });
  const pieces = [await aShirt(open.shop, { stock: 50 })];
  // Every other one waits for "Mark delivered", the longest of the next steps.
  for (let at = 0; at < 15; at++) {
    const made = await anOrder(open.shop, shopper, { pieces });
    if (at % 2 === 0) await nowIs(open.shop, made, "shipped");
  }
  const orders = `id=${booked.id}&id=${(await anOrder(open.shop, shopper, { pieces })).id}`;
  // Their documents and notices.
  await runDue();
  states = {
    "an order that is booked with a courier": `/admin/orders/${booked.id}`,
    "an order with a return": `/admin/orders/${order.id}`,
    "a conversation that came by mail": `/admin/messages/${made?.conversation}`,
    "a merge of two customers": `/admin/customers/${shopper.id}/merge?other=${admin.id}`,
    "orders to ship": `/admin/orders/ship?${orders}`,
    "packing slips": `/admin/orders/print?${orders}`,
    labels: `/admin/orders/print?kind=labels&${orders}`,
    "a pick list": `/admin/orders/print?kind=pick&${orders}`,
    "a manifest": `/admin/orders/print?kind=manifest&${orders}`,
  };
});
beforeAll(async () => {
  examples = await examplesOfScreens(await asking(open.shop.services), admin);
});

/** Screens that look different by their address. */
const more = [
  "/admin?tab=users&period=12m",
  "/admin/orders?q=nobody+at+all",
  "/admin/orders/new?product=kurta",
  "/admin/views/customers/new?query=newsletter%3Dyes",
  "/admin/team/roles/new?from=support",
  "/admin/books?tab=gstr1",
  "/admin/books?tab=lines",
  "/admin/searches/answer?q=kurta&as=dress",
  ...settingsParts.slice(1).map((part) => `/admin/settings?part=${part}`),
  "/admin/nothing",
  "/dev/courier",
];

describe("in one window", () => {
  // axe greets the frame of an email's preview, which is sandboxed and cannot answer.
  const expected = /status of 404|does not match the recipient window's origin \('null'\)/;
  const visitor = open.visitAll({ screen: phone, expected });
  beforeAll(() => enterAs(visitor.page, admin));

  const look = async (path: string) => {
    await visitor.open(path);
    // The menu beside every screen is half of axe's work.
    const except = path === "/admin" ? undefined : ".office-side";
    expect(await faultsInEveryShape(visitor.page, undefined, except), path).toEqual([]);
  };

  test.each(officeScreens)("%s has no axe violation, console error or horizontal scroll", async (pattern) => {
    const path = examples.get(pattern);
    expect(path, "an example that a list of the back office links to").toBeDefined();
    if (path) await look(path);
  });

  test("sixteen orders fit on a screen of 1280 x 900", async () => {
    await visitor.page.setViewportSize(desktop);
    await visitor.open("/admin/orders");
    const rows = await visitor.page
      .locator(".list-table tbody tr")
      .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().bottom));
    expect(rows.filter((bottom) => bottom <= desktop.height).length).toBeGreaterThanOrEqual(16);
    await visitor.page.setViewportSize(phone);
  });

  test.each(more)("%s has none either", look);

  test.each(stateNames)("%s: none either", (name) => look(states[name]));
});
