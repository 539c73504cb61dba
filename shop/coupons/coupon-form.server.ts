import { z } from "zod";
import { readTimeField, timeField } from "../dates.ts";
import { amountFault, readRupees, rupeesField } from "../money.ts";
import { cleanLine } from "../text/clean-text.ts";
import {
  always,
  checkField,
  type FormFields,
  type FormRead,
  faultOfAmount,
  fieldReadBy,
  optionalFieldReadBy,
  readForm,
} from "../text/read-form.ts";
import { readCouponCode } from "./coupons.server.ts";
import type { coupon } from "./tables.server.ts";

/** A coupon as staff define it. Amounts in paise; null where there is no limit. */
export type CouponInput = Omit<typeof coupon.$inferSelect, "used" | "version">;

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
    listed: coupon.listed ? "on" : "",
  };
}

const count = z.coerce.number().int().min(1).max(1_000_000);
const wrongAmount = "An amount in rupees, such as 499.";
const amount = (text: string) => readRupees(text) || null;
const limit = optionalFieldReadBy(
  (text) => count.safeParse(text).data ?? null,
  "A whole number of at least 1, or empty for no limit.",
);
const time = fieldReadBy(readTimeField, "A day and a time, in the years 2000 to 2100.");
const words = "One sentence for customers, at most 200 characters.";
const percentOf = (text: string) => count.max(100).safeParse(text).data ?? null;

const withValue = z.object({ value: z.string() });

const couponForm = z
  .object({
    code: fieldReadBy(readCouponCode, "3 to 24 letters and digits, such as STUDENT10."),
    description: z.string().overwrite(cleanLine).min(1, words).max(200, words),
    kind: z.enum(["percent", "flat"], "Percent or an amount."),
    value: z.string().overwrite(cleanLine),
    minOrder: optionalFieldReadBy(readRupees, faultOfAmount(wrongAmount)),
    maxDiscount: optionalFieldReadBy(amount, faultOfAmount(wrongAmount)),
    usageLimit: limit,
    perUserLimit: limit,
    firstOrderOnly: checkField,
    validFrom: time,
    validTo: time,
    active: checkField,
    listed: checkField,
  })
  .refine(({ kind, value }) => kind === "flat" || percentOf(value) !== null, {
    path: ["value"],
    message: "A whole number from 1 to 100.",
    when: always,
  })
  .refine(({ kind, value }) => kind === "percent" || amount(value) !== null, {
    path: ["value"],
    error: ({ input }) => amountFault(withValue.safeParse(input).data?.value ?? "", wrongAmount),
    when: always,
  })
  .refine(({ validFrom, validTo }) => !(validFrom >= validTo), {
    path: ["validTo"],
    message: "Later than the start.",
    when: always,
  });

/** Reads the form of a coupon. */
export function readCoupon(fields: FormFields): FormRead<CouponInput> {
  const read = readForm(couponForm, fields);
  if (!read.ok) return read;
  const { kind, value, minOrder } = read.value;
  const off = (kind === "percent" ? percentOf(value) : amount(value)) ?? 0;
  return { ok: true, value: { ...read.value, value: off, minOrder: minOrder ?? 0 } };
}
