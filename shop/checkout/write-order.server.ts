import { randomUUID } from "node:crypto";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { Channel } from "../../platform/messaging/channels.ts";
import type { Services } from "../../platform/services.server.ts";
import type { AccountHolder } from "../access/actor.ts";
import type { StockRequest } from "../catalogue/stock.server.ts";
import { codDecision, codRules } from "../cod/cod-rules.server.ts";
import { confirmWayOf } from "../cod/cod-rules.ts";
import { askToConfirm } from "../cod/confirmation.server.ts";
import { consumeCoupon, recordCouponUse } from "../coupons/coupons.server.ts";
import { allocate, type CouponRule } from "../coupons/totals.ts";
import type { Business } from "../delivery/business.ts";
import { deliveryFeeOf } from "../delivery/delivery-fee.ts";
import { deliveryDaysOf } from "../delivery/estimated-arrival.server.ts";
import type { Paise } from "../money.ts";
import {
  type DiscountRule,
  insertOrder,
  type NewOrder,
  type OrderContact,
} from "../orders/insert-order.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { settleFree } from "../orders/posting/settle-offline.server.ts";
import { type Done, done, refused } from "../refused.ts";
import { type CodRefusal, codRefusal } from "../settings/cod-rules.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { Policy } from "../settings/settings.ts";
import { keyClaim, orderOfKey } from "./idempotency-key.server.ts";
import { orBusy, type PlacementRefused } from "./placement-refusal.server.ts";
import { beginPlacement, cancelPreparedOrders, readWrittenOrder, reserve } from "./placement-steps.server.ts";
import type { PricedLine } from "./priced-lines.server.ts";

export type PlacementPorts = Pick<
  Services,
  "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "messaging"
>;
/**
 * Who orders, and how they are told about the order: `email`, empty or absent without one, and `updatesBy`, what they
 * asked for at the checkout. `business`: whom the tax invoice is made out to, if not to themselves.
 */
export type Buyer = AccountHolder & { updatesBy?: Channel | null; business?: Business | null };
export type Placement = Promise<Done<Order> | PlacementRefused>;

/** What differs between the ways of ordering. */
export type OrderDraft = Pick<NewOrder, "kind" | "method" | "address"> & {
  /**
   * The submission, so that one key makes one order however often it is sent; null when each submission places a new
   * order.
   */
  submission: { key: string; payload: Record<string, unknown> } | null;
  couponCode: string | null;
  /** The advance of cash on delivery that the buyer was shown, in paise; 0 for none. */
  agreedAdvance: Paise;
  /**
   * Removes the ordered lines from the cart: sent together with the claim of the key, and rolled back when the key
   * already has an order.
   */
  take?(tx: Db): Promise<StockRequest[]>;
  /**
   * The lines at current prices, inside the order's transaction, which a refusal rolls back. In: the removed lines.
   */
  lines(tx: Db, taken: StockRequest[]): Promise<Done<PricedLine[]> | PlacementRefused>;
  /** The most that the buyer agreed to pay for these lines, in paise; null for any. */
  agreedTotal(lines: PricedLine[]): Paise | null;
  /** Further writes in the order's transaction. */
  alongside?(tx: Db): Promise<void>;
};

/** Cashfree's minimum order amount is one rupee (its reference, "Create order": order_amount). */
const minimumOnline: Paise = 100;

/**
 * Writes an order in one transaction (docs/domain.md, "Placing an order"): the only entry point of customers. Staff
 * enter orders by `placeDraft` (shop/draft-orders). Without an address it is only prepared: its units are reserved and
 * nobody is notified. Online payment, also of an advance, reserves the units for 30 minutes, the other methods commit
 * them. Refused, with nothing changed: 'key-reused', 'too-many-orders', what `lines` refuses, a coupon's refusal,
 * 'online-amount', 'cart-changed' above the agreed total, refusals of `codRefusal`, 'cod-rule' with the owner's reason
 * (`codDecision`), 'cod-advance' when a rule asks for a higher advance than was agreed to, 'out-of-stock',
 * 'unpaid-orders' and 'unpaid-units'.
 *
 * Independent statements are issued at once, so that none waits for the answer to another; they run in the order in
 * which they were issued.
 */
export async function writeOrder(ports: PlacementPorts, buyer: Buyer, draft: OrderDraft): Placement {
  const { policy } = await shopSettings(ports);
  const mailContext = await readMailContext(ports);
  const id = randomUUID();
  const { kind, address, submission } = draft;
  // Read before the transaction, which waits for nothing more where there are none.
  const rules = draft.method === "cod" && address ? await codRules(ports) : [];
  const request = submission && { userId: buyer.id, ...submission };
  const placed = inTransaction(
    ports.db,
    async (tx) => {
      const [{ claimed, prepared, at }, taken = []] = await Promise.all([
        beginPlacement(tx, buyer.id, request && keyClaim(request, id)),
        draft.take?.(tx),
      ]);
      if (request && !claimed) {
        const before = await orderOfKey(tx, request);
        return before.ok ? placedBefore(before.value) : before;
      }
      if (prepared > 0) await cancelPreparedOrders(ports, tx, mailContext, buyer);
      const ordered = await draft.lines(tx, taken);
      if (!ordered.ok) return ordered;
      const lines = ordered.value;
      const totals = lines.map(({ total }) => total);
      const subtotal = totals.reduce((sum, total) => sum + total, 0);
      const coupon = draft.couponCode ? await consumeCoupon(tx, buyer.id, draft.couponCode, subtotal) : null;
      if (coupon && !coupon.ok) return coupon;
      const discount = coupon?.value.discount ?? 0;
      const shipping = deliveryFeeOf(policy, subtotal - discount);
      const total = subtotal - discount + shipping;
      const unpayable = unpayableRefusal(draft, lines, total, policy);
      if (unpayable) return refused(unpayable);
      const cash = await codDecision({ ...ports, db: tx }, rules, {
        phone: address?.phone ?? "",
        pin: address?.postalCode ?? "",
        total,
        items: lines,
      });
      if (cash.outcome === "refuse")
        return { ok: false as const, refused: "cod-rule" as const, reason: cash.reason };
      const { advance } = cash;
      if (advance > draft.agreedAdvance)
        return { ok: false as const, refused: "cod-advance" as const, advance, onDelivery: total - advance };
      // Until its advance is paid, a cash order waits as one that is paid online does.
      const method = advance > 0 ? "online" : draft.method;
      const shares = allocate(discount, totals);
      const inserted = insertOrder(
        tx,
        {
          id,
          userId: buyer.id,
          actor: buyer,
          ...contactOf(buyer),
          kind,
          method,
          advance,
          address,
          lines: lines.map((line, index) => ({ ...line, discount: shares[index] ?? 0 })),
          shipping,
          deliveryDays: deliveryDaysOf(policy),
          couponCode: coupon?.value.coupon.code ?? null,
          ...discountRule(coupon?.value.coupon ?? null),
        },
        at,
      );
      const code = coupon?.value.coupon.code;
      const used = code && recordCouponUse(tx, { code, orderId: id, userId: buyer.id, amount: discount });
      const settled = address && inserted.order.total === 0;
      if (settled) await inserted.written;
      const order = settled ? await settleFree(tx, inserted.order) : inserted.order;
      const by = confirmWayOf(cash.outcome);
      const notification = method === "whatsapp" ? "to-confirm" : "placed";
      const waits = !address || (method === "online" && !order.paid);
      const [, , , , reserved] = await Promise.all([
        inserted.written,
        used,
        by
          ? inserted.written.then(() => askToConfirm(ports, tx, mailContext, order, by))
          : address && notifyCustomer(ports, tx, mailContext, order, notification),
        draft.alongside?.(tx),
        reserve(tx, id, lines, waits ? "reserve" : "take", buyer),
      ]);
      if (!reserved.ok) return reserved;
      failPoint("before-commit");
      return done(order);
    },
    { genericPlans: true },
  );
  const written = await orBusy(
    placed.then(async (answer) =>
      "placedBefore" in answer ? done(await readWrittenOrder(ports.db, answer.placedBefore)) : answer,
    ),
  );
  failPoint("after-commit");
  return written;
}

/** How the discount of an order is made, by its coupon. */
function discountRule(coupon: CouponRule | null): DiscountRule {
  if (coupon?.kind !== "percent") return { discountPercent: null, discountMax: null };
  return { discountPercent: coupon.value, discountMax: coupon.maxDiscount };
}

/** The contact that is stored with an order. */
export function contactOf({ email, updatesBy, business }: Buyer): OrderContact {
  const { companyName = null, buyerGstin = null } = business ?? {};
  return { email: email ?? "", updatesBy: updatesBy ?? null, companyName, buyerGstin };
}

/** Rolls the transaction back: the key already has this order. */
function placedBefore(orderId: string) {
  return { ok: false as const, placedBefore: orderId };
}

/** Why the total cannot be paid in this way, or that it is more than what was shown; null when it can. In paise. */
function unpayableRefusal(
  { method, address, agreedTotal }: OrderDraft,
  lines: PricedLine[],
  total: Paise,
  policy: Policy,
): "online-amount" | "cart-changed" | CodRefusal | null {
  if (method === "online" && total > 0 && total < minimumOnline) return "online-amount";
  const agreed = agreedTotal(lines);
  if (agreed !== null && total > agreed) return "cart-changed";
  return method === "cod" && address ? codRefusal(policy, { total, pin: address.postalCode }) : null;
}
