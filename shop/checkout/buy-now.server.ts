import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { consumeAttempt } from "../../platform/limits/limits.server.ts";
import { lockCart, takeFromCart } from "../cart/take-cart.server.ts";
import { businessPayload } from "../delivery/business.ts";
import type { Paise } from "../money.ts";
import { placePrepared } from "../orders/insert-order.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { DeliveryAddress, PaymentMethod } from "../orders/orders.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { settleFree } from "../orders/posting/settle-offline.server.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { type Done, done, refused } from "../refused.ts";
import { addressPayload } from "./idempotency-key.server.ts";
import { orBusy, type PlacementRefused } from "./placement-refusal.server.ts";
import { orderable, readWrittenOrder } from "./placement-steps.server.ts";
import { type PricedLine, pricedLines } from "./priced-lines.server.ts";
import {
  type Buyer,
  contactOf,
  type Placement,
  type PlacementPorts,
  writeOrder,
} from "./write-order.server.ts";

const uuid = z.uuid();

/**
 * A new prepared order replaces the previous one, so customers need few; the limit stops scripts from filling the
 * tables.
 */
const maxPrepared = { most: 40, minutes: 10 };

/**
 * 'Buy Now' from the cart: an order with fixed lines, the whole cart or one line of it, with its units reserved for
 * 30 minutes. It is placed when the customer confirms it (`completeOrder`); until then the cart stays unchanged. An
 * earlier prepared order of the customer is cancelled. Refused: 'empty-cart' (also for a line of somebody else),
 * 'out-of-stock', 'too-many-orders' for more than forty in ten minutes, 'unpaid-orders' and 'unpaid-units' for an
 * account that reserves too much without paying.
 */
export async function prepareOrder(ports: PlacementPorts, buyer: Buyer, lineId?: string): Placement {
  if (lineId !== undefined && !uuid.safeParse(lineId).success) return refused("empty-cart");
  if (!(await consumeAttempt(ports, [{ what: "prepare-order", who: buyer.id, ...maxPrepared }])))
    return refused("too-many-orders");
  return writeOrder(ports, buyer, {
    kind: "cart",
    method: "whatsapp",
    address: null,
    couponCode: null,
    agreedAdvance: 0,
    submission: null,
    lines: async (tx) =>
      orderable(
        await pricedLines(tx, ports.clock.now(), buyer.id, await lockCart(tx, buyer.id, lineId)),
        null,
      ),
    agreedTotal: () => null,
  });
}

/**
 * The customer confirms a prepared order with an address: it is placed, its units are committed, and they leave the
 * cart. Confirming again returns the same order. Refused: 'not-found' (also for somebody else's), 'order-expired'
 * when it was cancelled in between, 'out-of-stock'.
 */
export async function completeOrder(
  ports: PlacementPorts,
  buyer: Buyer,
  orderId: string,
  address: DeliveryAddress,
): Placement {
  const mailContext = await readMailContext(ports);
  return orBusy(
    inTransaction(ports.db, async (tx) => {
      const order = await lockOrder(tx, orderId, buyer.id);
      if (!order) return refused("not-found");
      if (order.placedAt) return done(order);
      const reason = { actor: buyer, code: "order" as const };
      if (order.status === "cancelled") return refused("order-expired");
      const posted = await postOrder(tx, { ...order, placedAt: ports.clock.now() }, reason);
      if (!posted.ok) return refused("order-expired");
      await placePrepared(tx, order.id, { ...contactOf(buyer), address });
      await recordEvent(tx, order.id, {
        kind: "note",
        actor: buyer,
        remark: { code: "confirmed-by-customer" },
      });
      await takeFromCart(
        tx,
        buyer.id,
        order.lines.flatMap(({ variantId, quantity }) => (variantId ? [{ variantId, quantity }] : [])),
      );
      const placed = await settleFree(tx, await readWrittenOrder(tx, order.id));
      await notifyCustomer(ports, tx, mailContext, placed, "to-confirm");
      return done(placed);
    }),
  );
}

/** The terms of a 'Buy Now' order. */
export type BuyNowTerms = {
  method: PaymentMethod;
  /** As typed; null without one. */
  couponCode: string | null;
  /** The coupon's discount that the buyer was shown, in paise. Null when nothing was shown. */
  discountShown: Paise | null;
  /** The delivery fee that the buyer was shown, in paise; null accepts the current one, or that of a prepared order. */
  shippingShown: Paise | null;
  /** The advance of cash on delivery that the buyer was shown, in paise; 0 for none. */
  agreedAdvance: Paise;
};

/** The terms of the specification's order page. */
export const onWhatsApp: BuyNowTerms = {
  method: "whatsapp",
  couponCode: null,
  discountShown: null,
  shippingShown: null,
  agreedAdvance: 0,
};

/** The terms that make a submission a different one; empty for the original terms, so that old keys stay valid. */
function termsPayload({
  method,
  couponCode,
}: Pick<BuyNowTerms, "method" | "couponCode">): Record<string, unknown> {
  return method === "whatsapp" && couponCode === null ? {} : { method, couponCode };
}

/**
 * Orders a prepared order on terms that `completeOrder` does not support: paid online or on delivery, or with a coupon.
 * A new order at current prices replaces the prepared one; its units leave the cart. The same key gives the same order.
 * Refused: as `writeOrder`, and 'not-found' (also for somebody else's), 'cart-changed' when the units are no longer in
 * the cart (they may have been ordered in between) or cost more than in the prepared order.
 */
export async function orderPrepared(
  ports: PlacementPorts,
  buyer: Buyer,
  orderId: string,
  {
    key,
    address,
    discountShown,
    shippingShown,
    ...terms
  }: BuyNowTerms & { key: string; address: DeliveryAddress },
): Placement {
  const order = await orderOf(ports, orderId, buyer.id);
  if (!order) return refused("not-found");
  const wanted = order.lines.flatMap(({ variantId, quantity }) =>
    variantId ? [{ variantId, quantity }] : [],
  );
  return writeOrder(ports, buyer, {
    kind: "cart",
    ...terms,
    address,
    submission: {
      key,
      payload: {
        orderId,
        ...termsPayload(terms),
        address: addressPayload(address),
        ...businessPayload(buyer.business),
      },
    },
    lines: async (tx) => {
      const cart = new Map(
        (await lockCart(tx, buyer.id)).map(({ variantId, quantity }) => [variantId, quantity]),
      );
      if (wanted.length === 0 || wanted.some((one) => (cart.get(one.variantId) ?? 0) < one.quantity))
        return refused("cart-changed");
      const lines = orderable(await pricedLines(tx, ports.clock.now(), buyer.id, wanted), null);
      if (lines.ok) await takeFromCart(tx, buyer.id, wanted);
      return lines;
    },
    agreedTotal: () => order.subtotal - (discountShown ?? 0) + (shippingShown ?? order.shipping),
  });
}

export type SingleDetails = BuyNowTerms & {
  key: string;
  variantId: string;
  quantity: number;
  /** The unit price that was shown, in paise; null accepts the current one. */
  unitShown: number | null;
  address: DeliveryAddress;
};

/**
 * Orders one product, placed at once. The same key gives the same order. Refused: as `writeOrder`, and 'not-found' for
 * an unknown or unsold variant, 'cart-changed' when the price differs from the one shown or delivery costs more.
 */
export async function orderSingle(ports: PlacementPorts, buyer: Buyer, details: SingleDetails): Placement {
  const { key, variantId, quantity, unitShown, shippingShown, address } = details;
  if (!uuid.safeParse(variantId).success) return refused("not-found");
  return writeOrder(ports, buyer, {
    kind: "single",
    method: details.method,
    couponCode: details.couponCode,
    agreedAdvance: details.agreedAdvance,
    address,
    // A fixed list, as in placeOrder.
    submission: {
      key,
      payload: {
        variantId,
        quantity,
        unitShown,
        address: addressPayload(address),
        ...termsPayload(details),
        ...businessPayload(buyer.business),
      },
    },
    lines: (tx) => singleLine(tx, ports.clock.now(), buyer, details),
    agreedTotal: ([line]) =>
      shippingShown === null ? null : (line?.total ?? 0) + shippingShown - (details.discountShown ?? 0),
  });
}

/** One product at its current price. Refused when it is not sold, short, or costs another price than shown. */
async function singleLine(
  tx: Db,
  now: Date,
  buyer: Buyer,
  asked: SingleDetails,
): Promise<Done<PricedLine[]> | PlacementRefused> {
  const { variantId, quantity, unitShown } = asked;
  const [line] = await pricedLines(tx, now, buyer.id, [{ variantId, quantity: Math.max(1, quantity) }]);
  if (!line) return refused("not-found");
  if (line.short || line.quantity < quantity)
    return { ok: false, refused: "out-of-stock", names: [line.name] };
  if (unitShown !== null && line.unit !== unitShown) return refused("cart-changed");
  return done([line]);
}
