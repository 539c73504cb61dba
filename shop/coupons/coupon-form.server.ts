import { z } from "zod";
import { readTimeField, timeField } from "../dates.ts";
import { type Paise, readRupees, rupeesField } from "../money.ts";
import { cleanLine } from "../text/clean-text.ts";
import { readCouponCode } from "./coupons.server.ts";

/** A coupon as staff set it. Amounts in paise; null where there is no limit. */
export type CouponInput = {
  code: string;
  description: string;
  kind: "percent" | "flat";
  /** Whole percent, or paise. */
  value: number;
  minOrder: Paise;
  maxDiscount: Paise | null;
  usageLimit: number | null;
  perUserLimit: number | null;
  firstOrderOnly: boolean;
  validFrom: Date;
  validTo: Date;
  active: boolean;
};

/** A coupon as the fields of its form show it; amounts in rupees, times India's. */
export function couponFields(coupon: CouponInput): Record<string, string> {
  const { kind, value, minOrder, maxDiscount, usageLimit, perUserLimit } = coupon;
  return {
    code: coupon.code,
    description: coupon.description,
    kind,
    value: kind === "percent" ? String(value) : rupeesField(value),
    minOrder: rupeesField(minOrder),
    maxDiscount: maxDiscount === null ? "" : rupeesField(maxDiscount),
    usageLimit: usageLimit === null ? "" : String(usageLimit),
    perUserLimit: perUserLimit === null ? "" : String(perUserLimit),
    firstOrderOnly: coupon.firstOrderOnly ? "on" : "",
    validFrom: timeField(coupon.validFrom),
    validTo: timeField(coupon.validTo),
    active: coupon.active ? "on" : "",
  };
}

const count = z.coerce.number().int().min(1).max(1_000_000);
const kinds = z.enum(["percent", "flat"]);
const wrongAmount = "An amount in rupees, such as 499.";
const wrongCount = "A whole number of at least 1, or empty for no limit.";

/** Reads the form of a coupon. Out: the coupon, or for each wrong field what it should be. */
export function readCoupon(
  fields: Map<string, string>,
): { ok: true; coupon: CouponInput } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const typed = (name: string) => cleanLine(fields.get(name) ?? "");
  function must<Value>(name: string, value: Value | null, instead: Value, words: string): Value {
    if (value === null) errors[name] = words;
    return value ?? instead;
  }
  function optional<Value>(name: string, read: (text: string) => Value | null, words: string): Value | null {
    if (typed(name) === "") return null;
    const value = read(typed(name));
    if (value === null) errors[name] = words;
    return value;
  }
  const kind = must("kind", kinds.safeParse(typed("kind")).data ?? null, "percent", "Percent or an amount.");
  const percent = count.max(100).safeParse(typed("value")).data ?? null;
  const amount = (text: string) => readRupees(text) || null;
  const limit = (text: string) => count.safeParse(text).data ?? null;
  const now = new Date(0);
  const coupon: CouponInput = {
    code: must("code", readCouponCode(typed("code")), "", "3 to 24 letters and digits, such as STUDENT10."),
    description: typed("description"),
    kind,
    value:
      kind === "percent"
        ? must("value", percent, 1, "A whole number from 1 to 100.")
        : must("value", amount(typed("value")), 1, wrongAmount),
    minOrder: optional("minOrder", readRupees, wrongAmount) ?? 0,
    maxDiscount: optional("maxDiscount", amount, wrongAmount),
    usageLimit: optional("usageLimit", limit, wrongCount),
    perUserLimit: optional("perUserLimit", limit, wrongCount),
    firstOrderOnly: typed("firstOrderOnly") !== "",
    validFrom: must("validFrom", readTimeField(typed("validFrom")), now, "A day and a time."),
    validTo: must("validTo", readTimeField(typed("validTo")), now, "A day and a time."),
    active: typed("active") !== "",
  };
  if (coupon.description === "" || coupon.description.length > 200) {
    errors.description = "One sentence for customers, at most 200 characters.";
  }
  if (!errors.validFrom && !errors.validTo && coupon.validFrom >= coupon.validTo) {
    errors.validTo = "Later than the start.";
  }
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, coupon };
}
