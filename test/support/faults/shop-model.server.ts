import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect } from "vitest";
import { cartOf } from "../../../shop/cart/cart-of.server.ts";
import { addToCart, clearCart } from "../../../shop/cart/change-cart.server.ts";
import { productPage } from "../../../shop/catalogue/product.server.ts";
import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import { decideReturn } from "../../../shop/order-desk/decide-return.server.ts";
import { setOrderStatus } from "../../../shop/order-desk/set-status.server.ts";
import { cancelOrder } from "../../../shop/orders/change-order.server.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { receiveNotice } from "../../../shop/payments/notices.server.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { requestReturn } from "../../../shop/returns/request-return.server.ts";
import { anAddress, aReturnWish, type Piece, stockOf } from "../orders.server.ts";
import type { TestShop } from "../test-shop.server.ts";

/** What the model knows of an order: its pieces of each shirt, and where it stands. */
type ModelOrder = {
  id: string;
  pieces: number[];
  method: "cod" | "online";
  status: "pending" | "shipped" | "delivered" | "cancelled";
  paid: boolean;
  gatewayId: string;
  returned: number[];
};
/** Of each of two shirts: pieces in the cart, pieces that may be bought, pieces held for somebody. */
export type Model = { cart: number[]; free: number[]; held: number[]; orders: ModelOrder[] };
export type Real = {
  shop: TestShop;
  buyer: { id: string; email: string };
  admin: { id: string; name: string };
  shirts: Piece[];
};
type Command = fc.AsyncCommand<Model, Real>;

const at = (numbers: number[], index: number) => numbers[index] ?? 0;

function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check = (_: Model) => true,
): Command {
  return {
    check: (model) => check(model),
    async run(model, real) {
      await run(model, real);
      await agrees(model, real);
    },
    toString: () => name,
  };
}

/** After every step: the shop says what the model says. */
async function agrees(model: Model, { shop, buyer, shirts }: Real) {
  const ports = shop.services;
  const stocks = await Promise.all(shirts.map((shirt) => stockOf(shop, shirt)));
  expect(stocks).toEqual(
    model.free.map((free, index) => ({ stock: free + at(model.held, index), held: at(model.held, index) })),
  );
  const { rows } = await cartRows(ports, buyer.id);
  expect(shirts.map(({ slug }) => rows.get(slug) ?? 0)).toEqual(model.cart);
  const orders = await Promise.all(model.orders.map(({ id }) => orderOf(ports, id, buyer.id)));
  expect(orders.map((order) => order?.status)).toEqual(model.orders.map(({ status }) => status));
  for (const [index, order] of orders.entries()) {
    const known = model.orders[index];
    if (known?.paid && known.status !== "cancelled" && known.returned.every((pieces) => pieces === 0))
      expect(order?.paymentStatus).toBe("completed");
    if (!known?.paid) expect(order?.paymentStatus).toBe("pending");
  }
}

async function cartRows(ports: TestShop["services"], userId: string) {
  const { lines } = await cartOf(ports, userId);
  return { rows: new Map(lines.map(({ slug, quantity }) => [slug, quantity])) };
}

const browse = (shirt: number) =>
  command(`browse ${shirt}`, async (_, { shop, shirts }) => {
    const page = await productPage(shop.services, shirts[shirt]?.slug ?? "");
    expect(page).not.toBeNull();
  });

const add = (shirt: number, quantity: number) =>
  command(`add ${quantity} of ${shirt}`, async (model, { shop, buyer, shirts }) => {
    const piece = shirts[shirt];
    if (!piece) throw new Error("no shirt");
    const wanted = { productId: piece.productId, size: piece.size, colour: null, quantity };
    const added = await addToCart(shop.services, buyer.id, wanted);
    const free = at(model.free, shirt);
    expect(added.ok).toBe(free > 0);
    if (free > 0) model.cart[shirt] = Math.max(1, Math.min(at(model.cart, shirt) + quantity, 10, free));
  });

const clear = command("clear the cart", async (model, { shop, buyer }) => {
  await clearCart(shop.services, buyer.id);
  model.cart = [0, 0];
});

const order = (method: "cod" | "online") =>
  command(`order ${method}`, async (model, { shop, buyer }) => {
    const details = { key: randomUUID(), version: null, method, couponCode: null, address: anAddress };
    const placed = await placeOrder(shop.services, buyer, details);
    const fits = model.cart.every((pieces, shirt) => pieces <= at(model.free, shirt));
    const some = model.cart.some((pieces) => pieces > 0);
    if (!placed.ok) {
      expect(placed.refused).toBe(some ? "out-of-stock" : "empty-cart");
      expect(some && fits).toBe(false);
      return;
    }
    expect(some && fits).toBe(true);
    expect(placed.value.total).toBe(at(model.cart, 0) * 49_900 + at(model.cart, 1) * 20_000);
    let gatewayId = "";
    if (method === "online") {
      const started = await startPayment(shop.services, placed.value.id, buyer.id, "http://shop.test");
      if (!started.ok) throw new Error(started.refused);
      gatewayId = started.value.gatewayOrderId;
    }
    for (const [shirt, pieces] of model.cart.entries()) {
      model.free[shirt] = at(model.free, shirt) - pieces;
      if (method === "online") model.held[shirt] = at(model.held, shirt) + pieces;
    }
    model.orders.push({
      ...{ id: placed.value.id, pieces: model.cart, method, gatewayId },
      ...{ status: "pending", paid: false, returned: [0, 0] },
    });
    model.cart = [0, 0];
  });

const nth = (model: Model, turn: number) => model.orders[turn % Math.max(1, model.orders.length)];
const about = (
  name: string,
  turn: number,
  run: (known: ModelOrder, model: Model, real: Real) => Promise<void>,
) =>
  command(
    `${name} ${turn}`,
    async (model, real) => {
      const known = nth(model, turn);
      if (known) await run(known, model, real);
    },
    (model) => model.orders.length > 0,
  );

const pay = (turn: number) =>
  about("pay", turn, async (known, model, { shop }) => {
    if (known.method !== "online" || known.paid || known.status === "cancelled") return;
    await shop.gateway.pay(known.gatewayId);
    for (const notice of await shop.gateway.notices()) {
      for (const told of [notice.clone(), notice.clone()])
        await receiveNotice(shop.services, told.headers, new Uint8Array(await told.arrayBuffer()));
    }
    known.paid = true;
    for (const [shirt, pieces] of known.pieces.entries()) model.held[shirt] = at(model.held, shirt) - pieces;
  });

const cancel = (turn: number) =>
  about("cancel", turn, async (known, model, { shop, buyer }) => {
    const cancelled = await cancelOrder(shop.services, known.id, buyer.id);
    expect(cancelled.ok).toBe(known.status === "pending" || known.status === "cancelled");
    if (known.status !== "pending") return;
    known.status = "cancelled";
    for (const [shirt, pieces] of known.pieces.entries()) {
      model.free[shirt] = at(model.free, shirt) + pieces;
      if (known.method === "online" && !known.paid) model.held[shirt] = at(model.held, shirt) - pieces;
    }
  });

const move = (to: "shipped" | "delivered", turn: number) =>
  about(to, turn, async (known, _, { shop, admin }) => {
    const from = to === "shipped" ? ["pending"] : ["pending", "shipped"];
    if (!from.includes(known.status) || (known.method === "online" && !known.paid)) return;
    const moved = await setOrderStatus(shop.services, admin, known.id, { to, seen: known.status });
    expect(moved.ok).toBe(true);
    known.status = to;
    if (to === "delivered") known.paid = true;
  });

const takeBack = (turn: number, shirt: number) =>
  about(`return of ${shirt} from`, turn, async (known, model, { shop, buyer, admin, shirts }) => {
    const ports = shop.services;
    const placed = await orderOf(ports, known.id, buyer.id);
    const line = placed?.lines.find(({ variantId }) => variantId === shirts[shirt]?.variantId);
    if (!line) return;
    const wish = aReturnWish([{ lineId: line.id, quantity: 1 }]);
    const asked = await requestReturn(ports, buyer.id, known.id, wish);
    const left = at(known.pieces, shirt) - at(known.returned, shirt);
    expect(asked.ok).toBe(known.status === "delivered" && left > 0);
    if (!asked.ok) return;
    const decide = (decision: Parameters<typeof decideReturn>[4]) =>
      decideReturn(ports, admin, known.id, asked.value.id, decision);
    expect((await decide({ do: "approve", answer: "" })).ok).toBe(true);
    expect((await decide({ do: "receive", conditions: { [line.id]: "restocked" } })).ok).toBe(true);
    known.returned[shirt] = at(known.returned, shirt) + 1;
    model.free[shirt] = at(model.free, shirt) + 1;
  });

const jobs = command("do the jobs", async (_, { shop }) => {
  await shop.runDue();
});

const shirt = fc.nat({ max: 1 });
const turn = fc.nat({ max: 5 });
export const shopCommands: fc.Arbitrary<Command>[] = [
  shirt.map(browse),
  fc.tuple(shirt, fc.integer({ min: 1, max: 5 })).map(([which, quantity]) => add(which, quantity)),
  fc.tuple(shirt, fc.integer({ min: 1, max: 2 })).map(([which, quantity]) => add(which, quantity)),
  fc.constant(clear),
  fc.constantFrom<"cod" | "online">("cod", "online").map(order),
  fc.constantFrom<"cod" | "online">("cod", "online").map(order),
  turn.map(pay),
  turn.map(cancel),
  turn.map((which) => move("shipped", which)),
  turn.map((which) => move("delivered", which)),
  fc.tuple(turn, shirt).map(([which, piece]) => takeBack(which, piece)),
  fc.constant(jobs),
];
