import { type Paise, percentOf } from "../money.ts";

/** The discount definition of a coupon, as in its table. Values in paise, or whole percent. */
export type CouponRule = {
  kind: "percent" | "flat";
  value: number;
  minOrder: Paise;
  maxDiscount: Paise | null;
};

/** The minimum total: an order is never free, so that every order has a payment. */
export const minimumTotal: Paise = 100;

/**
 * The discount of a coupon on a subtotal; 0 below its minimum. A percentage is rounded half up to the paisa, then
 * capped. In and out: paise.
 */
export function couponDiscount(rule: CouponRule, subtotal: Paise): Paise {
  if (subtotal < rule.minOrder) return 0;
  const wanted = rule.kind === "flat" ? rule.value : percentOf(subtotal, rule.value);
  const capped = Math.min(wanted, rule.maxDiscount ?? wanted, subtotal - minimumTotal);
  return Math.max(0, capped);
}

/**
 * Splits an amount over parts in proportion, to the paisa: the rest goes to the largest remainders, ties in order.
 * In: the amount (at most the sum of the parts) and the parts, paise. Out: one share per part, none above its part,
 * together exactly the amount.
 */
export function allocate(amount: Paise, parts: Paise[]): Paise[] {
  const sum = parts.reduce((all, part) => all + part, 0);
  if (sum === 0) return parts.map(() => 0);
  // Products of two amounts exceed the safe integers.
  const exact = parts.map((part) => BigInt(part) * BigInt(amount));
  const shares = exact.map((share) => Number(share / BigInt(sum)));
  let left = amount - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share % BigInt(sum) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (left === 0) break;
    const share = shares[index] ?? 0;
    if (share >= (parts[index] ?? 0)) continue;
    shares[index] = share + 1;
    left--;
  }
  return shares;
}
