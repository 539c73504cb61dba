import { sql } from "drizzle-orm";
import type fc from "fast-check";
import { expect } from "vitest";
import { z } from "zod";
import type { Staff } from "../../../../shop/access/actor.ts";
import type { Buyer } from "../../../../shop/checkout/write-order.server.ts";
import { amountDue, dueNow as dueNowOf } from "../../../../shop/orders/amount-due.ts";
import { orderOf } from "../../../../shop/orders/read-orders.server.ts";
import { receiveWebhook } from "../../../../shop/payments/webhooks.server.ts";
import { type Piece, stockOf } from "../../orders.server.ts";
import type { TestShop } from "../../test-shop.server.ts";
import {
  at,
  due,
  dueNow,
  isPaid,
  type ModelOrder,
  notOwed,
  paymentOf,
  placeOf,
  settle,
  waits,
} from "./model-order.ts";

/** Of each of two shirts: pieces in the cart, pieces that there were; and every order. */
export type Model = { cart: number[]; stock: number[]; orders: ModelOrder[] };
export type Real = {
  shop: TestShop;
  buyer: Buyer;
  admin: Staff;
  shirts: Piece[];
};
export type Command = fc.AsyncCommand<Model, Real>;

export const prices = [49_900, 20_000];
/** What a coupon or staff take off, in per cent: with it a piece costs whole paise, so that shares need no rounding. */
export const twentyOff = { code: "TWENTY", percent: 20 };

/** What one piece of a shirt costs in an order. */
export function unitOf({ percentOff }: Pick<ModelOrder, "percentOff">, shirt: number): number {
  return (at(prices, shirt) * (100 - percentOff)) / 100;
}

/** What these pieces cost in an order. */
export function worthOf(order: Pick<ModelOrder, "percentOff">, pieces: number[]): number {
  return pieces.reduce((sum, wanted, shirt) => sum + wanted * unitOf(order, shirt), 0);
}

/** Pieces that can be bought now. */
export function free(model: Model, shirt: number): number {
  const used = model.orders.map((order) => placeOf(order, shirt));
  return at(model.stock, shirt) - used.reduce((sum, { reserved, out }) => sum + reserved + out, 0);
}

/**
 * Applies a change to an order if the additional pieces of each shirt are in stock. Out: whether it did.
 */
export function ifStocked(model: Model, order: ModelOrder, change: Partial<ModelOrder>): boolean {
  const next = { ...order, ...change };
  const fits = order.pieces.every((_, shirt) => {
    const [before, after] = [placeOf(order, shirt), placeOf(next, shirt)];
    const more = after.reserved + after.out - before.reserved - before.out;
    return more <= 0 || more <= free(model, shirt);
  });
  if (fits) Object.assign(order, change);
  return fits;
}

/** Why the buyer may not hold one more unpaid order, with these pieces; null when they may. */
export function unpaidRefusal(model: Model, order: ModelOrder | null, pieces: number[]) {
  const others = model.orders.filter((one) => one !== order && waits(one) && one.reserved);
  if (others.length + 1 > 5) return "unpaid-orders";
  const over = pieces.some((wanted, shirt) => {
    const reserved = others.reduce((sum, one) => sum + at(one.pieces, shirt), wanted);
    const out = model.orders.reduce((sum, one) => sum + placeOf(one, shirt).out, 0);
    return wanted > 0 && reserved > Math.max(3, Math.ceil((at(model.stock, shirt) - out) / 2));
  });
  return over ? "unpaid-units" : null;
}

/** A step of a customer or staff. After it the jobs run, and the shop must equal the model. */
export function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check = (_: Model) => true,
): Command {
  return {
    check: (model) => check(model),
    async run(model, real) {
      await run(model, real);
      for (const order of model.orders) settle(order);
      await real.shop.runDue();
      await agrees(model, real);
    },
    toString: () => name,
  };
}

/** A step on one of the orders. */
export function about(
  name: string,
  turn: number,
  run: (known: ModelOrder, model: Model, real: Real) => Promise<void>,
): Command {
  return command(
    `${name}, order ${turn}`,
    async (model, real) => {
      const known = model.orders[turn % model.orders.length];
      if (known) await run(known, model, real);
    },
    (model) => model.orders.length > 0,
  );
}

/** The gateway's webhooks reach the shop, each twice. */
export async function deliverWebhooks(shop: TestShop): Promise<void> {
  for (const webhook of await shop.gateway.webhooks()) {
    for (const copy of [webhook.clone(), webhook.clone()])
      await receiveWebhook(shop.services, copy.headers, new Uint8Array(await copy.arrayBuffer()));
  }
}

const cartRows = z.array(z.object({ variant_id: z.string(), quantity: z.number() }));
const invoiceRows = z.array(z.object({ order_id: z.string(), net: z.coerce.number() }));

async function agrees(model: Model, { shop, buyer, shirts }: Real) {
  const ports = shop.services;
  const stocks = await Promise.all(shirts.map((shirt) => stockOf(shop, shirt)));
  expect(stocks).toEqual(
    shirts.map((_, shirt) => {
      const places = model.orders.map((order) => placeOf(order, shirt));
      const reserved = places.reduce((sum, place) => sum + place.reserved, 0);
      return { stock: free(model, shirt) + reserved, reserved };
    }),
  );
  const cart = await ports.db.execute(sql`
    select variant_id, quantity from cart_line where user_id = ${buyer.id}`);
  const lines = new Map(cartRows.parse(cart.rows).map(({ variant_id, quantity }) => [variant_id, quantity]));
  expect(shirts.map(({ variantId }) => lines.get(variantId) ?? 0)).toEqual(model.cart);
  const orders = await Promise.all(model.orders.map(({ id }) => orderOf(ports, id, buyer.id)));
  expect(
    orders.map((order) => [order?.status, order?.method, order?.paymentStatus, order?.refunded]),
  ).toEqual(
    model.orders.map((order) => [
      order.status,
      order.method,
      paymentOf(order),
      order.back + order.late + order.twice,
    ]),
  );
  expect(
    orders.map((order) => order && [order.received, amountDue(order), dueNowOf(order), order.paid]),
  ).toEqual(model.orders.map((order) => [order.received, due(order), dueNow(order), isPaid(order)]));
  expect(orders.map((order) => [order?.notOwed, order?.parcels.map(({ state }) => state)])).toEqual(
    model.orders.map((order) => [notOwed(order), order.parcels.map(({ state }) => state)]),
  );
  const { rows } = await ports.db.execute(sql`
    select order_id, sum(case kind when 'invoice' then total else -total end) as net from invoice
    where order_id in (select id from orders where user_id = ${buyer.id}) group by order_id`);
  const nets = new Map(invoiceRows.parse(rows).map(({ order_id, net }) => [order_id, net]));
  expect(model.orders.map(({ id }) => nets.get(id) ?? null)).toEqual(
    model.orders.map(({ invoiced }) => invoiced),
  );
}
