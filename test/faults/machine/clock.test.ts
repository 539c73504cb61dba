import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { cashOrder } from "../../support/faults/orders-by-http.server.ts";
import { seen } from "../../support/faults/seen.server.ts";
import { type FaultShop, faultShop } from "../../support/faults/servers.server.ts";
import { visit } from "../../support/faults/visits.server.ts";
import { aShirt, brokenRules, type Piece, putInCart, stockOf } from "../../support/orders.server.ts";
import { aShopper } from "../../support/users.server.ts";

let shop: FaultShop;
beforeAll(async () => {
  shop = await faultShop();
});
afterAll(() => shop.dispose());

/** The Node option that shifts a server's clock by so many days. */
function daysOff(days: number): string {
  const script = `const Real = Date; const by = ${days} * 86400000;
    globalThis.Date = class extends Real {
      constructor(...parts) { parts.length === 0 ? super(Real.now() + by) : super(...parts); }
      static now() { return Real.now() + by; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(script)}`;
}

async function anOffer(piece: Piece, from: string, to: string) {
  await shop.services.db.execute(sql`
    with made as (
      insert into offer (title, discount_percent, valid_from, valid_to)
      values (${randomUUID()}, 50, now() + ${from}::interval, now() + ${to}::interval) returning id)
    insert into offer_product (offer_id, product_id) select id, ${piece.productId} from made`);
}

const orderRow = z.tuple([z.object({ total: z.coerce.number(), age: z.coerce.number() })]);
const holdRow = z.tuple([z.object({ left: z.coerce.number() })]);

test.each([2, -2])(
  "a server whose clock is %i days off uses the database's time for offers, holds and sessions",
  async (days) => {
    const { db } = shop.services;
    const server = await shop.startServer({ NODE_OPTIONS: daysOff(days) });
    const [buyer, other] = await shop.buyers(2);
    if (!buyer || !other) throw new Error("no buyers");
    const offers: [string, string, number][] = [
      ["-3 days", "-1 day", 49_900],
      ["1 day", "3 days", 49_900],
      // Half of 499, to the rupee.
      ["-1 day", "1 day", 25_000],
    ];
    for (const [from, to, price] of offers) {
      const shirt = await aShirt(shop, { stock: 5 });
      await anOffer(shirt, from, to);
      await putInCart(shop, buyer, shirt);
      const placed = await cashOrder(server, buyer, randomUUID());
      expect(placed.status).toBe(200);
      const { rows } = await db.execute(sql`
      select subtotal as total, extract(epoch from now() - placed_at) as age from orders where id = ${placed.dbOrderId}`);
      const [order] = orderRow.parse(rows);
      expect(order.total, `an offer from ${from} to ${to}`).toBe(price);
      expect(Math.abs(order.age)).toBeLessThan(60);
    }

    const reserved = await aShirt(shop, { stock: 5 });
    await putInCart(shop, other, reserved);
    const online = await fetch(`${server.address}/functions/create-cart-order`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Cookie: other.cookie, Origin: server.address },
      body: JSON.stringify({
        paymentMethod: "online",
        userDetails: {
          name: "A Buyer",
          phone: "9876543210",
          address: { address: "12, MG Road", city: "Bengaluru", state: "Karnataka", pincode: "560001" },
        },
      }),
    });
    expect(online.status).toBe(200);
    const { rows } = await db.execute(sql`
    select extract(epoch from expires_at - now()) / 60 as left from reservation
    where variant_id = ${reserved.variantId} and state = 'active'`);
    const [{ left }] = holdRow.parse(rows);
    expect(left).toBeGreaterThan(28);
    expect(left).toBeLessThan(31);
    expect(await stockOf(shop, reserved)).toEqual({ stock: 5, reserved: 1 });

    const person = await aShopper(shop);
    const entered = await fetch(`${server.address}/auth`, {
      method: "POST",
      redirect: "manual",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: server.address },
      body: new URLSearchParams({ intent: "login", email: person.email, password: person.password }),
    });
    expect(entered.status).toBe(303);
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    for (const Cookie of [cookie, buyer.cookie])
      expect((await visit(`${server.address}/cart`, { headers: { Cookie } })).status).toBe(200);
    expect(await brokenRules(shop)).toEqual([]);
    seen("clock", `${days > 0 ? "+" : ""}${days} days: offers, reservations, sessions by the database`);
  },
);
