import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect } from "vitest";
import { addToCart, clearCart } from "../../../../shop/cart/change-cart.server.ts";
import { placeOrder } from "../../../../shop/checkout/place-order.server.ts";
import { releaseExpiredReservations } from "../../../../shop/checkout/release-reservations.server.ts";
import type { PaymentPart } from "../../../../shop/orders/amount-due.ts";
import { cancelOrder } from "../../../../shop/orders/change-order.server.ts";
import { payOnDelivery } from "../../../../shop/payments/pay-on-delivery.server.ts";
import { startPayment } from "../../../../shop/payments/start-payment.server.ts";
import { someJob } from "../../access/actors.ts";
import { anAddress, checkoutDetails } from "../../orders.server.ts";
import { handCommands } from "./hand-commands.server.ts";
import {
  advanceFor,
  at,
  comes,
  due,
  dueNow,
  isAway,
  isPaid,
  type ModelOrder,
  methodAfter,
  newOrder,
  paymentOf,
  waits,
  waitsForAdvance,
} from "./model-order.ts";
import { parcelCommands } from "./parcel-commands.server.ts";
import {
  about,
  type Command,
  command,
  deliverWebhooks,
  free,
  ifStocked,
  twentyOff,
  unpaidRefusal,
  worthOf,
} from "./shop-model.server.ts";
import { staffCommands } from "./staff-commands.server.ts";

const add = (shirt: number, quantity: number) =>
  command(`add ${quantity} of ${shirt}`, async (model, { shop, buyer, shirts }) => {
    const piece = shirts[shirt];
    if (!piece) throw new Error("no shirt");
    const wanted = { productId: piece.productId, size: piece.size, colour: null, quantity };
    const added = await addToCart(shop.services, buyer, wanted);
    const left = free(model, shirt);
    expect(added.ok).toBe(left > 0);
    if (left > 0) model.cart[shirt] = Math.max(1, Math.min(at(model.cart, shirt) + quantity, 10, left));
  });

const clear = command("clear the cart", async (model, { shop, buyer }) => {
  await clearCart(shop.services, buyer);
  model.cart = [0, 0];
});

/** An address whose PIN code the rule of the model test knows: cash only once a part is paid in advance. */
export const ruledPin = "560099";
type Way = { method: "cod" | "online"; isRuled: boolean; percentOff: number };

const order = ({ method: chosen, isRuled, percentOff }: Way) =>
  command(`order ${chosen}${isRuled ? ", with a rule" : ""}, ${percentOff} % off`, async (model, real) => {
    const { shop, buyer } = real;
    const total = worthOf({ percentOff }, model.cart);
    const advance = isRuled && chosen === "cod" ? advanceFor(total) : 0;
    const method = advance > 0 ? "online" : chosen;
    const address = { ...anAddress, ...(isRuled && { postalCode: ruledPin }) };
    const couponCode = percentOff > 0 ? twentyOff.code : null;
    const details = checkoutDetails({ method: chosen, agreedAdvance: advance, address, couponCode });
    const placed = await placeOrder(shop.services, buyer, details);
    const fits = model.cart.every((pieces, shirt) => pieces <= free(model, shirt));
    const some = model.cart.some((pieces) => pieces > 0);
    const tooMuch = method === "online" ? unpaidRefusal(model, null, model.cart) : null;
    const no = !some ? "empty-cart" : !fits ? "out-of-stock" : tooMuch;
    expect(placed.ok ? null : placed.refused).toBe(no);
    if (!placed.ok) return;
    expect(placed.value.total).toBe(total);
    model.orders.push(newOrder(placed.value.id, model.cart, { total, method, percentOff, isRuled, advance }));
    model.cart = [0, 0];
  });

const payable = (known: ModelOrder) =>
  known.method === "online" && due(known) > 0 && ["pending", "failed"].includes(paymentOf(known));

const beginToPay = (turn: number, part: PaymentPart = "due-now") =>
  about(`begin to pay (${part})`, turn, async (known, model, { shop, buyer }) => {
    const begun = await startPayment(shop.services, known.id, buyer, "http://shop.test", part);
    const before = known.reserved;
    const fits = payable(known) && ifStocked(model, known, { reserved: true });
    const tooMuch = fits && waits(known) && !before ? unpaidRefusal(model, known, known.pieces) : null;
    const no = !payable(known) ? "not-payable" : fits ? tooMuch : "out-of-stock";
    if (no) known.reserved = before;
    expect(begun.ok ? null : begun.refused).toBe(no);
    if (!begun.ok) return;
    known.gatewayId = begun.value.gatewayOrderId;
    known.asked = part === "all" ? due(known) : dueNow(known);
    known.failed = false;
  });

const pay = (turn: number) =>
  about("pay", turn, async (known, model, { shop }) => {
    if (!known.gatewayId) return;
    await shop.gateway.pay(known.gatewayId);
    await deliverWebhooks(shop);
    known.gatewayId = null;
    if (isPaid(known)) {
      known.twice += known.asked;
      return;
    }
    const { payments } = known;
    const counts = ifStocked(model, known, {
      payments: [{ by: "gateway", amount: known.asked, left: known.asked }],
      method: methodAfter(known, known.asked),
    });
    known.payments = payments;
    if (counts || isAway(known)) {
      comes(known, "gateway", known.asked);
      return;
    }
    // Too late: the pieces were sold meanwhile, so the order is cancelled and the money goes back.
    known.cancelledFrom = known.status;
    known.status = "cancelled";
    known.reserved = false;
    known.failed = false;
    known.late += known.asked;
  });

const decline = (turn: number) =>
  about("decline", turn, async (known, _, { shop }) => {
    if (!known.gatewayId) return;
    await shop.gateway.decline(known.gatewayId);
    await deliverWebhooks(shop);
    if (known.method === "online" && known.payments.length === 0) known.failed = true;
  });

const switchToCash = (turn: number) =>
  about("switch to cash", turn, async (known, model, { shop, buyer }) => {
    if (known.method !== "online") return;
    const switched = await payOnDelivery(shop.services, known.id, buyer);
    const may = payable(known) && !isAway(known) && !waitsForAdvance(known);
    const asksFirst = known.isRuled && known.status === "pending" && known.payments.length === 0;
    const change = asksFirst ? { advance: advanceFor(known.total) } : { method: "cod" as const };
    const fits = may && ifStocked(model, known, change);
    expect(switched.ok).toBe(fits);
    if (fits) known.failed = false;
  });

const cancel = (turn: number) =>
  about("cancel", turn, async (known, _, { shop, buyer }) => {
    const cancelled = await cancelOrder(shop.services, known.id, buyer);
    expect(cancelled.ok).toBe(known.status === "cancelled" || !isAway(known));
    if (!cancelled.ok || known.status === "cancelled") return;
    known.cancelledFrom = known.status;
    known.status = "cancelled";
    known.reserved = false;
    known.gatewayId = null;
  });

const runOut = (turn: number) =>
  about("the time to pay runs out", turn, async (known, _, { shop }) => {
    await shop.services.db.execute(
      sql`update reservation set expires_at = now() - interval '1 second' where order_id = ${known.id} and state = 'active'`,
    );
    await releaseExpiredReservations(shop.services, someJob);
    if (waits(known)) known.reserved = false;
  });

const shirt = fc.nat({ max: 1 });
const turn = fc.nat({ max: 1 });
const way = fc.record<Way>({
  method: fc.constantFrom("cod", "online"),
  isRuled: fc.boolean(),
  percentOff: fc.constantFrom(0, twentyOff.percent),
});

/**
 * What every sequence begins with, so that there is an order to do something with: two shirts of one kind, one of the
 * other. Half of them begin with an order that is paid, as far as it is to be paid online.
 */
export const aFirstOrder: fc.Arbitrary<Command[]> = fc
  .tuple(way, fc.boolean())
  .map(([how, isPaid]) => [add(0, 2), add(1, 1), order(how), ...(isPaid ? [beginToPay(0), pay(0)] : [])]);

const twice = <One>(one: One): One[] => [one, one];
export const shopCommands: fc.Arbitrary<Command>[] = [
  fc.tuple(shirt, fc.integer({ min: 1, max: 3 })).map(([which, quantity]) => add(which, quantity)),
  fc.constant(clear),
  way.map(order),
  turn.map((one) => beginToPay(one)),
  turn.map((one) => beginToPay(one, "all")),
  ...twice(turn.map(pay)),
  turn.map(decline),
  turn.map(switchToCash),
  turn.map(cancel),
  turn.map(runOut),
  ...staffCommands(turn, shirt),
  ...handCommands(turn, shirt),
  ...parcelCommands(turn, shirt),
];
