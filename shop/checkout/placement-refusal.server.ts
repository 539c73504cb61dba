import { isBusy } from "../../platform/database/database.server.ts";
import type { CouponRefusal } from "../coupons/coupons.server.ts";
import { type Refused, refused } from "../refused.ts";
import type { CodRefusal } from "../settings/cod-rules.ts";

export type PlacementRefusal =
  | "key-reused"
  | "too-many-orders"
  | "empty-cart"
  | "cart-changed"
  | "online-amount"
  | CodRefusal
  | "not-found"
  | "order-expired"
  | "unpaid-orders"
  | "unpaid-pieces"
  | "choose-size"
  | "busy"
  | CouponRefusal;

/** The names of the products that are out of stock. */
export type OutOfStockRefusal = { ok: false; refused: "out-of-stock"; names: string[] };

export type PlacementRefused = Refused<PlacementRefusal> | OutOfStockRefusal;

/** Thrown inside a transaction so that it rolls back, and caught by `catchRefusal` around it. */
export class PlacementAborted {
  reason: PlacementRefused;
  constructor(reason: PlacementRefused) {
    this.reason = reason;
  }
}

/**
 * Returns what `work` returns, or the refusal that aborted it; 'busy' when the database was overloaded and nothing
 * changed: the same submission may be sent again.
 */
export async function catchRefusal<Value>(work: Promise<Value>): Promise<Value | PlacementRefused> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PlacementAborted) return error.reason;
    if (isBusy(error)) return refused("busy");
    throw error;
  }
}
