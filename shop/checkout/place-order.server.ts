import { randomUUID } from "node:crypto";
import { inTransaction } from "../../platform/database/database.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { consumeCoupon, recordCouponUse } from "../coupons/coupons.server.ts";
import { allocate } from "../coupons/totals.ts";
import type { Paise } from "../money.ts";
import { insertOrder } from "../orders/insert-order.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { DeliveryAddress, Order } from "../orders/orders.ts";
import { settleFree } from "../orders/posting/settle-offline.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { codRefusal } from "../settings/cod-rules.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { addressPayload, claimIdempotencyKey } from "./idempotency-key.server.ts";
import {
  catchRefusal,
  type OutOfStockRefusal,
  PlacementAborted,
  type PlacementRefusal,
} from "./placement-refusal.server.ts";
import { cancelPreparedOrders, cartLines, readWrittenOrder, reserve } from "./placement-steps.server.ts";
import { quotedTotal } from "./priced-lines.server.ts";
import { takeCart } from "./quote.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;
export type Buyer = AccountHolder;

export type CheckoutDetails = {
  /** Made when the page opened; one key makes one order however often it is sent. */
  key: string;
  /** The quote that the buyer was shown (`Quote.version`). Null accepts the cart as it is now. */
  version: string | null;
  method: "cod" | "online";
  couponCode: string | null;
  address: DeliveryAddress;
};

/** Cashfree's minimum order amount is one rupee (its reference, "Create order": order_amount). */
const minimumOnline: Paise = 100;

/**
 * What makes a checkout a different one under the same key. A fixed list: adding a field later must not turn a retry
 * across an update into 'key-reused'.
 */
function fingerprintPayload({ version, method, couponCode, address }: CheckoutDetails) {
  return { version, method, couponCode, address: addressPayload(address) };
}

/**
 * Places the order of a whole cart in one transaction (docs/domain.md, "Placing an order"). Cash on delivery commits
 * stock at once, online payment reserves it for 30 minutes. The same key gives the same order. Refused, with nothing
 * changed: 'key-reused' with another body, 'too-many-orders' of this buyer within an hour, 'empty-cart',
 * 'cart-changed' when lines or prices differ from the quote or the total is higher, 'out-of-stock' with the names,
 * what `codRefusal` says about cash, 'online-amount' below the gateway's minimum, a coupon's refusal.
 */
export async function placeOrder(
  ports: Ports,
  buyer: Buyer,
  details: CheckoutDetails,
): Promise<Done<Order> | Refused<PlacementRefusal> | OutOfStockRefusal> {
  const { policy } = await shopSettings(ports);
  const mailContext = await readMailContext(ports);
  const id = randomUUID();
  const placed = await catchRefusal(
    inTransaction(ports.db, async (tx) => {
      const claimed = await claimIdempotencyKey(
        tx,
        { userId: buyer.id, key: details.key, payload: fingerprintPayload(details) },
        id,
      );
      if (claimed) return done(await readWrittenOrder(tx, claimed.orderId));
      await cancelPreparedOrders(ports, tx, mailContext, buyer);
      const wanted = await takeCart(tx, buyer.id);
      const lines = await cartLines(tx, ports.clock.now(), buyer.id, details.version, wanted);
      const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
      const coupon = details.couponCode
        ? await consumeCoupon(tx, buyer.id, details.couponCode, subtotal)
        : null;
      if (coupon && !coupon.ok) throw new PlacementAborted(coupon);
      const discount = coupon?.value.discount ?? 0;
      const total = subtotal - discount + policy.deliveryFee;
      if (details.method === "online" && total > 0 && total < minimumOnline)
        throw new PlacementAborted(refused("online-amount"));
      if (details.version !== null && total > quotedTotal(details.version))
        throw new PlacementAborted(refused("cart-changed"));
      const noCash =
        details.method === "cod" ? codRefusal(policy, { total, pin: details.address.postalCode }) : null;
      if (noCash) throw new PlacementAborted(refused(noCash));
      const shares = allocate(
        discount,
        lines.map(({ total }) => total),
      );
      const inserted = await insertOrder(tx, {
        id,
        customer: buyer,
        email: buyer.email,
        kind: "cart",
        method: details.method,
        address: details.address,
        lines: lines.map((line, index) => ({ ...line, discount: shares[index] ?? 0 })),
        shipping: policy.deliveryFee,
        couponCode: coupon?.value.coupon.code ?? null,
      });
      if (coupon) {
        await recordCouponUse(tx, {
          code: coupon.value.coupon.code,
          orderId: id,
          userId: buyer.id,
          amount: discount,
        });
      }
      const order = await settleFree(tx, inserted);
      await notifyCustomer(ports, tx, mailContext, order, "placed");
      const waits = details.method === "online" && !order.paid;
      await reserve(tx, id, lines, waits ? "hold" : "take", buyer);
      failPoint("before-commit");
      return done(order);
    }),
  );
  failPoint("after-commit");
  return placed;
}
