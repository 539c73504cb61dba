import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { guardTable } from "../../../app/http/access/guard-table.ts";
import { releaseExpiredReservations } from "../../../shop/checkout/release-reservations.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { someJob } from "../../support/access/actors.ts";
import { type Ask, asking, posted, textOf } from "../../support/ask.server.ts";
import { anOrder } from "../../support/ordered/placed-orders.server.ts";
import { aDeliveredOrder, anAddress, aShirt } from "../../support/orders.server.ts";
import { type TestShop, testShop } from "../../support/test-shop.server.ts";
import { aShopper, type Person } from "../../support/users.server.ts";

let shop: TestShop;
let ask: Ask;
let asha: Person;
let ben: Person;
beforeAll(async () => {
  shop = await testShop({ seed: true });
  ask = await asking(shop.services);
  [asha, ben] = [await aShopper(shop), await aShopper(shop)];
  // Lists wait for the product index; once it is loaded, the menu has its categories.
  await ask("/shop");
});
afterAll(() => shop.dispose());

const strangeIds = ["1", "%00", "'; drop table orders; --", "../../etc/passwd", "5f0c9d1e", "é".repeat(400)];

/** A response in which the requested id is replaced by a placeholder. */
async function answered(answer: Response, id: string) {
  const plain = (text: string) => text.replaceAll(encodeURIComponent(id), "ID").replaceAll(id, "ID");
  return {
    status: answer.status,
    to: plain(answer.headers.get("Location") ?? ""),
    said: plain(textOf(await answer.text())),
    toast: answer.headers.getSetCookie(),
  };
}

/** All stored rows of an order. */
async function stored({ id }: Order): Promise<unknown> {
  const { db } = shop.services;
  const tables = [
    "order_line",
    "order_event",
    "return_request",
    "gateway_order",
    "received_payment",
    "payout_details",
  ];
  const rows = [(await db.execute(sql`select * from orders where id = ${id}`)).rows];
  for (const table of tables) {
    const found = await db.execute(
      sql`select kept::text from ${sql.identifier(table)} as kept where order_id = ${id} order by 1`,
    );
    rows.push(found.rows);
  }
  return rows;
}

const own = [...guardTable].filter(([route, { owner }]) => owner && /^\/order/.test(route));

describe("a route with an order id opens for the order's customer only", () => {
  test.each(own.filter(([route]) => route.includes(":id")))("%s", async (route) => {
    const at = (id: string) => route.replace(/:id\??/, encodeURIComponent(id)).replace(":file", "x.pdf");
    const [mine, theirs] = [
      await aDeliveredOrder(shop, asha, [[await aShirt(shop), 1]]),
      await aDeliveredOrder(shop, ben, [[await aShirt(shop), 1]]),
    ];
    const open = async (id: string) => answered(await ask(at(id), { as: asha }), id);
    const unknown = await open(randomUUID());
    expect(await open(theirs.id)).toEqual(unknown);
    if (!route.includes(":file")) expect(await open(mine.id)).not.toEqual(unknown);
    for (const id of strangeIds) {
      const { status } = await open(id);
      expect(status < 500 && status !== 200 ? "refused" : status, id).toBe(
        unknown.status === 200 ? 200 : "refused",
      );
    }
  });
});

type Sent = { route: string; what: string; send: (id: string, line: string) => [string, RequestInit] };

const ofOrder = (route: string, intent: string): Sent => ({
  route,
  what: intent,
  send: (id) => [route, posted({ intent, order: id, reason: "changed my mind" })],
});
const { country: _country, ...lines } = anAddress;

/** Every form that may be sent about one order. */
const actions: Sent[] = [
  ...["cancel", "again", "pay", "cod"].flatMap((intent) => [
    ofOrder("/orders", intent),
    ofOrder("/order", intent),
  ]),
  {
    route: "/orders/:id/return",
    what: "return",
    send: (id, line) => [
      `/orders/${encodeURIComponent(id)}/return`,
      posted({ kind: "return", reason: "damaged", details: "A hole", [`quantity-${line}`]: "1" }),
    ],
  },
  {
    route: "/orders/:id/payout",
    what: "payout",
    send: (id) => [`/orders/${encodeURIComponent(id)}/payout`, posted({ kind: "upi", upi: "not-mine@upi" })],
  },
  {
    route: "/orders/:id/review",
    what: "review",
    send: (id, line) => [
      `/orders/${encodeURIComponent(id)}/review`,
      posted({ line, rating: "1", title: "Not mine", comment: "This was never my order at all." }),
    ],
  },
  ...["send-code", "confirm-code"].map((intent) => ({
    route: "/order-confirmation/:id?",
    what: intent,
    send: (id: string): [string, RequestInit] => [
      `/order-confirmation/${encodeURIComponent(id)}`,
      posted({ intent, code: "123456" }),
    ],
  })),
  {
    route: "/order/:id",
    what: "complete",
    send: (id) => [
      `/order/${encodeURIComponent(id)}`,
      posted({ ...lines, method: "cod", privacy: "yes", quantity: "1", key: randomUUID() }),
    ],
  },
];

/** An order that awaits its payment. Earlier holds are expired first, as only a few may be open at once. */
async function waiting(person: Person): Promise<Order> {
  await shop.services.db.execute(sql`update reservation set expires_at = now() where state = 'active'`);
  await releaseExpiredReservations(shop.services, someJob);
  return anOrder(shop, person, { method: "online" });
}

const states = [
  ["placed", (person: Person) => anOrder(shop, person)],
  ["waiting for its payment", waiting],
  ["delivered", async (person: Person) => aDeliveredOrder(shop, person, [[await aShirt(shop), 1]])],
] as const;

describe.each(states)("an order that is %s", (_state, make) => {
  test.each(actions)(
    "$route, $what: another customer's order answers like an unknown one and stays unchanged",
    async ({ send }) => {
      const theirs = await make(ben);
      const line = theirs.lines[0]?.id ?? "";
      const untouched = await stored(theirs);
      const answerFor = async (id: string) => {
        const [path, init] = send(id, line);
        return answered(await ask(path, { ...init, as: asha }), id);
      };
      expect(await answerFor(theirs.id)).toEqual(await answerFor(randomUUID()));
      for (const id of strangeIds) expect((await answerFor(id)).status, id).toBeLessThan(500);
      expect(await stored(theirs)).toEqual(untouched);
    },
  );
});

test.each(actions)("$route, $what: one's own order answers unlike an unknown one", async ({ send }) => {
  const answers: boolean[] = [];
  for (const [, make] of states) {
    const mine = await make(asha);
    const answerFor = async (id: string) => {
      const [path, init] = send(id, mine.lines[0]?.id ?? "");
      return JSON.stringify(await answered(await ask(path, { ...init, as: asha }), id));
    };
    answers.push((await answerFor(mine.id)) !== (await answerFor(randomUUID())));
  }
  expect(answers).toContain(true);
});

test("every route that accepts a form about an order is covered here", () => {
  const tried = new Set(actions.map(({ route }) => route));
  const taking = own.filter(([, { accepts }]) => accepts).map(([route]) => route);
  expect(taking.filter((route) => !tried.has(route))).toEqual([]);
});
