import { isBusy } from "../../platform/database/database.server.ts";
import type { CouponRefusal } from "../coupons/coupons.server.ts";
import type { Paise } from "../money.ts";
import { type Refused, refused } from "../refused.ts";
import type { CodRefusal } from "../settings/cod-rules.ts";

export type PlacementRefusal =
  | "key-reused"
  | "too-many-orders"
  | "empty-cart"
  | "cart-changed"
  | "online-amount"
  | CodRefusal
  | "cod-rule"
  | "cod-advance"
  | "not-found"
  | "order-expired"
  | "unpaid-orders"
  | "unpaid-units"
  | "choose-size"
  | "busy"
  | CouponRefusal;

/** The names of the products that are out of stock. */
export type OutOfStockRefusal = { ok: false; refused: "out-of-stock"; names: string[] };

/** The owner's rules take no cash for this order; `reason`: in the owner's words. */
type CodRuleRefused = Refused<"cod-rule"> & { reason: string };

/**
 * They take cash once a part is paid in advance, and the buyer has not agreed to that much yet: what is to be paid now
 * and on delivery, in paise.
 */
type AdvanceRefused = Refused<"cod-advance"> & { advance: Paise; onDelivery: Paise };

export type PlacementRefused =
  | Refused<Exclude<PlacementRefusal, "cod-rule" | "cod-advance">>
  | CodRuleRefused
  | AdvanceRefused
  | OutOfStockRefusal;

/** What `work` gives, or 'busy' when the database was overloaded and nothing changed: it may be tried again as it is. */
export async function orBusy<Value>(work: Promise<Value>): Promise<Value | Refused<"busy">> {
  try {
    return await work;
  } catch (error) {
    if (isBusy(error)) return refused("busy");
    throw error;
  }
}
