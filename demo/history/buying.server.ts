import { system } from "../../shop/access/actor.ts";
import { addToCart } from "../../shop/cart/change-cart.server.ts";
import { completeOrder, onWhatsApp, orderSingle, prepareOrder } from "../../shop/checkout/buy-now.server.ts";
import { placeOrder } from "../../shop/checkout/place-order.server.ts";
import { quoteCart } from "../../shop/checkout/quote.server.ts";
import { releaseExpiredReservations } from "../../shop/checkout/release-reservations.server.ts";
import { payOnDelivery } from "../../shop/payments/pay-on-delivery.server.ts";
import { reconcileOpen } from "../../shop/payments/reconcile.server.ts";
import { startPayment } from "../../shop/payments/start-payment.server.ts";
import { minute } from "./calendar.ts";
import type { Piece } from "./catalogue.server.ts";
import type { DemoCustomer } from "./customers.server.ts";
import type { Course } from "./order-scenarios.ts";
import type { PastShop } from "./past-shop.server.ts";
import type { Random } from "./random.ts";

/** An order of the history: its customer, and its own random generator. */
export type Purchase = { key: string; customer: DemoCustomer; course: Course; at: number; random: Random };

/** Places the customer's order. Out: its id, null when it was not placed. */
export async function buy(past: PastShop, purchase: Purchase): Promise<string | null> {
  const { course } = purchase;
  const basket = chooseBasket(past, purchase);
  if (basket.length === 0) return null;
  const placed =
    course === "whatsapp-single"
      ? await orderOne(past, purchase, basket)
      : course === "whatsapp-cart" || course === "prepared-only"
        ? await orderPrepared(past, purchase, basket)
        : await orderCart(past, purchase, basket);
  if (!placed) return null;
  for (const [piece, quantity] of basket) past.catalogue.take(piece.variantId, quantity);
  if (course !== "cash" && !course.startsWith("whatsapp") && course !== "prepared-only")
    await payOnline(past, purchase, placed);
  if (course === "prepared-only") later(past, purchase, 32, () => releaseExpired(past));
  return course === "prepared-only" ? null : placed;
}

type Basket = [Piece, number][];

function chooseBasket({ catalogue }: PastShop, { at, random, course }: Purchase): Basket {
  const when = new Date(at);
  const lines = random.weighted([
    [52, 1],
    [28, 2],
    [13, 3],
    [7, 4],
  ] as const);
  const basket = new Map<string, [Piece, number]>();
  let last: Piece | undefined;
  for (let line = 0; line < (course === "whatsapp-single" ? 1 : lines); line++) {
    // Sometimes the residents of a hostel floor order together.
    const quantity = random.weighted([
      [90, 1],
      [8, 2],
      [2, random.whole(3, 6)],
    ] as const);
    const beside = last && random.chance(0.4) ? catalogue.companion(last, when, random) : undefined;
    last = beside ?? catalogue.choose(when, quantity, random);
    if (last) basket.set(last.variantId, [last, beside ? 1 : quantity]);
  }
  return [...basket.values()];
}

/** Some minutes before, so that the lines of an order have different times. */
async function fillCart({ services, clock, act }: PastShop, { customer, at }: Purchase, basket: Basket) {
  for (const [index, [piece, quantity]] of basket.entries()) {
    clock.set(at - (basket.length - index) * minute);
    const { productId, size, colour } = piece;
    await act(() => addToCart(services, customer, { productId, size, colour, quantity }));
  }
  clock.set(at);
}

async function orderCart(past: PastShop, purchase: Purchase, basket: Basket): Promise<string | null> {
  const { services, act } = past;
  const { key, customer, course, random } = purchase;
  await fillCart(past, purchase, basket);
  const tried = random.chance(0.5) ? past.catalogue.couponsAt(new Date(purchase.at)) : [];
  let id: string | null = null;
  await act(async () => {
    let quote = await quoteCart(services, customer.id, tried[0] ?? null);
    for (const code of tried.slice(1)) {
      if (quote.coupon) break;
      quote = await quoteCart(services, customer.id, code);
    }
    const placed = await placeOrder(services, customer, {
      key,
      version: quote.version,
      couponCode: quote.coupon?.code ?? null,
      method: course === "cash" ? "cod" : "online",
      address: customer.address,
    });
    if (placed.ok) id = placed.value.id;
    return placed;
  });
  return id;
}

async function orderOne(past: PastShop, purchase: Purchase, basket: Basket): Promise<string | null> {
  const { key, customer } = purchase;
  const [[piece, quantity] = []] = basket;
  if (!piece || !quantity) return null;
  let id: string | null = null;
  await past.act(async () => {
    const { address } = customer;
    const shown = { ...onWhatsApp, unitShown: null };
    const wish = { key, variantId: piece.variantId, quantity, ...shown, address };
    const placed = await orderSingle(past.services, customer, wish);
    if (placed.ok) id = placed.value.id;
    return placed;
  });
  return id;
}

async function orderPrepared(past: PastShop, purchase: Purchase, basket: Basket): Promise<string | null> {
  const { services, act, clock } = past;
  const { customer, course, at } = purchase;
  await fillCart(past, purchase, basket);
  let id = "";
  const prepared = await act(async () => {
    const made = await prepareOrder(services, customer);
    if (made.ok) id = made.value.id;
    return made;
  });
  if (!prepared || course === "prepared-only") return prepared ? id : null;
  clock.set(at + 3 * minute);
  return (await act(() => completeOrder(services, customer, id, customer.address))) ? id : null;
}

/** The customer's choice on the gateway's page, and its result. */
async function payOnline(past: PastShop, purchase: Purchase, orderId: string) {
  const { course } = purchase;
  const wait = (minutes: number, work: () => Promise<unknown>) => later(past, purchase, minutes, work);
  const reconcileLater = () => wait(45, () => askGateway(past));
  switch (course) {
    case "pay":
    case "pay-twice":
    case "pay-less":
      return wait(2, () => choose(past, purchase, orderId, course));
    case "webhook-lost":
      wait(2, () => choose(past, purchase, orderId, course));
      return wait(9, () => askGateway(past));
    case "decline-then-pay":
      wait(2, () => choose(past, purchase, orderId, "decline"));
      return wait(7, () => choose(past, purchase, orderId, "pay"));
    case "decline-then-cash":
      wait(2, () => choose(past, purchase, orderId, "decline"));
      wait(6, () => past.act(() => payOnDelivery(past.services, orderId, purchase.customer)));
      return reconcileLater();
    case "decline":
    case "drop":
      wait(2, () => choose(past, purchase, orderId, course));
      wait(33, () => releaseExpired(past));
      return reconcileLater();
    case "unpaid":
      wait(1, () => openPayment(past, purchase, orderId));
      wait(33, () => releaseExpired(past));
      return reconcileLater();
    case "late":
    case "undecided":
      wait(2, async () => {
        const gatewayOrderId = await choose(past, purchase, orderId, "pending");
        if (!gatewayOrderId || course === "undecided") return;
        wait(26 * 60, () =>
          past.onPaymentPage((gateway) => gateway.decide({ orderId: gatewayOrderId }, true)),
        );
      });
      wait(33, () => releaseExpired(past));
      return reconcileLater();
  }
}

async function openPayment(past: PastShop, { customer }: Purchase, orderId: string): Promise<string | null> {
  let gatewayOrderId: string | null = null;
  await past.act(async () => {
    const started = await startPayment(past.services, orderId, customer, "http://localhost");
    if (started.ok) ({ gatewayOrderId } = started.value);
    return started;
  });
  return gatewayOrderId;
}

async function choose(
  past: PastShop,
  purchase: Purchase,
  orderId: string,
  choice: string,
): Promise<string | null> {
  const gatewayOrderId = await openPayment(past, purchase, orderId);
  if (gatewayOrderId)
    await past.onPaymentPage((gateway) => gateway.choose({ orderId: gatewayOrderId }, choice));
  return gatewayOrderId;
}

/** The jobs that run every minute in an open shop, only at the times when they have work to do. */
async function releaseExpired({ act, services }: PastShop): Promise<void> {
  await act(async () => ({
    ok: (await releaseExpiredReservations(services, system("release-reservations"))) >= 0,
  }));
}

async function askGateway({ act, services }: PastShop): Promise<void> {
  await act(async () => ({ ok: (await reconcileOpen(services)) >= 0 }));
}

function later({ agenda }: PastShop, { at }: Purchase, minutes: number, work: () => Promise<unknown>) {
  agenda.plan(at + minutes * minute, work);
}
