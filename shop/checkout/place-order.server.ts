import { randomUUID } from "node:crypto";
import { inTransaction } from "../../platform/database/database.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import { consumeCoupon, noteCouponUse } from "../coupons/coupons.server.ts";
import { allocate } from "../coupons/totals.ts";
import type { Paise } from "../money.ts";
import { insertOrder } from "../orders/insert-order.server.ts";
import { orderDesk, tellCustomer } from "../orders/order-notifications.server.ts";
import type { DeliveryAddress, Order } from "../orders/orders.ts";
import { settleFree } from "../orders/posting/settle-offline.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { codRefusal } from "../settings/cod-rules.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { addressSaid, claimKey } from "./idempotency-key.server.ts";
import { type NothingLeft, orStop, type PlacingRefusal, Stop } from "./placement-refusal.server.ts";
import { cartLines, giveUpPrepared, mustRead, reserve } from "./placement-steps.server.ts";
import { shownTotal } from "./priced-lines.server.ts";
import { takeCart } from "./quote.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;
export type Buyer = AccountHolder;

export type CheckoutDetails = {
  /** Made when the page opened; the same key makes one order however often it is sent. */
  key: string;
  /** What the buyer was shown (`Quote.version`). Null takes the cart as it is now. */
  version: string | null;
  method: "cod" | "online";
  couponCode: string | null;
  address: DeliveryAddress;
};

/** Cashfree takes no order below one rupee (its reference, "Create order": order_amount). */
const leastOnline: Paise = 100;

/**
 * What of a checkout makes it another one under the same key. A fixed list: a field that is added later must not turn a
 * click that is repeated across an update into 'key-reused'.
 */
function saidIn({ version, method, couponCode, address }: CheckoutDetails) {
  return { version, method, couponCode, address: addressSaid(address) };
}

/**
 * Places the order of a whole cart, in one transaction (design/domain.md, "Placing an order"): the key, the cart's
 * version, the stock, the order, its event, its mails, the empty cart. Cash on delivery takes the stock at once,
 * online payment holds it for thirty minutes. The same key gives the same order again.
 * Refused, with nothing changed: 'key-reused' with another body, 'too-many-orders' of this buyer within an hour, 'empty-cart', 'cart-changed' when its lines or
 * prices are not what was shown or it would cost more, 'out-of-stock' with the names of what is short, what `codRefusal`
 * says against cash, 'online-amount' for less than a gateway takes, a coupon's refusal.
 */
export async function placeOrder(
  ports: Ports,
  buyer: Buyer,
  details: CheckoutDetails,
): Promise<Done<Order> | Refused<PlacingRefusal> | NothingLeft> {
  const { policy } = await shopSettings(ports);
  const desk = await orderDesk(ports);
  const id = randomUUID();
  const placed = await orStop(
    inTransaction(ports.db, async (tx) => {
      const claimed = await claimKey(tx, { userId: buyer.id, key: details.key, said: saidIn(details) }, id);
      if (claimed) return done(await mustRead(tx, claimed.orderId));
      await giveUpPrepared(ports, tx, desk, buyer);
      const wanted = await takeCart(tx, buyer.id);
      const lines = await cartLines(tx, ports.clock.now(), buyer.id, details.version, wanted);
      const subtotal = lines.reduce((sum, { total }) => sum + total, 0);
      const coupon = details.couponCode
        ? await consumeCoupon(tx, buyer.id, details.couponCode, subtotal)
        : null;
      if (coupon && !coupon.ok) throw new Stop(coupon);
      const discount = coupon?.value.discount ?? 0;
      const total = subtotal - discount + policy.deliveryFee;
      if (details.method === "online" && total > 0 && total < leastOnline)
        throw new Stop(refused("online-amount"));
      if (details.version !== null && total > shownTotal(details.version))
        throw new Stop(refused("cart-changed"));
      const noCash =
        details.method === "cod" ? codRefusal(policy, { total, pin: details.address.postalCode }) : null;
      if (noCash) throw new Stop(refused(noCash));
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
        await noteCouponUse(tx, {
          code: coupon.value.coupon.code,
          orderId: id,
          userId: buyer.id,
          amount: discount,
        });
      }
      const order = await settleFree(tx, inserted);
      await tellCustomer(ports, tx, desk, order, "placed");
      const waits = details.method === "online" && !order.paid;
      await reserve(tx, id, lines, waits ? "hold" : "take", buyer);
      failPoint("before-commit");
      return done(order);
    }),
  );
  failPoint("after-commit");
  return placed;
}
