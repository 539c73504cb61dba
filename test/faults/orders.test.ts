import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cashOrder } from "../support/faults/orders-by-http.server.ts";
import { seen } from "../support/faults/seen.server.ts";
import { type FaultShop, faultShop, figure, type Server } from "../support/faults/servers.server.ts";
import { aShirt, brokenRules, type Piece, putInCart, stockOf } from "../support/orders.server.ts";

let shop: FaultShop;
let servers: Server[];
beforeAll(async () => {
  shop = await faultShop();
  servers = await Promise.all([shop.startServer(), shop.startServer()]);
});
afterEach(async () => expect(await brokenRules(shop)).toEqual([]));
afterAll(() => shop.dispose());

type Buyer = { id: string; cookie: string };
/** Places a cash order of somebody's cart at one of the two servers. */
function order(buyer: Buyer, turn: number, key: string = randomUUID()) {
  const server = servers[turn % servers.length];
  if (!server) throw new Error("no server");
  return cashOrder(server, buyer, key);
}

test("buyers race for ten units at two servers: ten orders, the others are told 'Out of Stock', no 5xx", async () => {
  const rounds = figure(1, 20);
  const racers = figure(60, 200);
  const buyers = await shop.buyers(racers);
  for (let round = 0; round < rounds; round++) {
    const shirt = await aShirt(shop, { stock: 10, name: `Race ${round}` });
    await Promise.all(buyers.map((buyer) => putInCart(shop, buyer, shirt)));
    const answers = await Promise.all(buyers.map((buyer, turn) => order(buyer, turn)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const { error, message } of answers.filter(({ status }) => status !== 200)) {
      expect(error).toBe("out-of-stock");
      expect(message).toContain("Out of Stock");
    }
    expect(await stockOf(shop, shirt)).toEqual({ stock: 0, reserved: 0 });
    for (const buyer of buyers) await shop.emptyCart(buyer.id);
  }
  seen("race", `${rounds} races of ${racers}: 10 orders each, no 5xx`);
});

test("one key fifty times at two servers, and fifty keys from two tabs: one order each", async () => {
  const [one, two] = await shop.buyers(2);
  if (!one || !two) throw new Error("no buyers");
  const shirt = await aShirt(shop, { stock: 500 });
  await putInCart(shop, one, shirt);
  await putInCart(shop, two, shirt);
  const key = randomUUID();
  const same = await Promise.all(Array.from({ length: 50 }, (_, turn) => order(one, turn, key)));
  expect(new Set(same.map(({ dbOrderId }) => dbOrderId)).size).toBe(1);
  const tabs = await Promise.all(Array.from({ length: 50 }, (_, turn) => order(two, turn)));
  expect(tabs.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(new Set(tabs.flatMap(({ error }) => error ?? []))).toEqual(new Set(["empty-cart"]));
});

test("carts of five lines over twenty hot products: all ordered, no deadlock reaches anybody, each under 5 s", async () => {
  const carts = figure(60, 400);
  const buyers = await shop.buyers(carts);
  const shirts: Piece[] = [];
  for (let made = 0; made < 20; made++) shirts.push(await aShirt(shop, { stock: 10_000 }));
  for (const buyer of buyers) {
    const mixed = [...shirts].sort(() => Math.random() - 0.5);
    for (const shirt of mixed.slice(0, 5)) await putInCart(shop, buyer, shirt);
  }
  let slowest = 0;
  const answers = await Promise.all(
    buyers.map(async (buyer, turn) => {
      const began = performance.now();
      const answer = await order(buyer, turn);
      slowest = Math.max(slowest, performance.now() - began);
      return answer;
    }),
  );
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  seen("carts", `${carts} of ${carts} ordered, the slowest in ${Math.round(slowest)} ms`);
  expect(slowest).toBeLessThan(5_000);
});
