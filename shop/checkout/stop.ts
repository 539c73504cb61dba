import type { CouponRefusal } from "../coupons/coupons.server.ts";
import type { Refused } from "../refused.ts";
import type { CodRefusal } from "../settings/cod-rules.ts";

export type PlacingRefusal =
  | "key-reused"
  | "empty-cart"
  | "cart-changed"
  | CodRefusal
  | "not-found"
  | "order-expired"
  | "choose-size"
  | CouponRefusal;

/** What is short, by name. */
export type NothingLeft = { ok: false; refused: "out-of-stock"; names: string[] };

/** Thrown inside a transaction so that it rolls back, and caught by `orStop` around it. */
export class Stop {
  reason: Refused<PlacingRefusal> | NothingLeft;
  constructor(reason: Refused<PlacingRefusal> | NothingLeft) {
    this.reason = reason;
  }
}

/** Gives what a deed gives, or the refusal with which it stopped. */
export async function orStop<Value>(work: Promise<Value>): Promise<Value | Stop["reason"]> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Stop) return error.reason;
    throw error;
  }
}
