import { dateAndTime, readTimeField } from "../dates.ts";
import { plural, readRupees, rupees } from "../money.ts";
import type { FormFields } from "../text/read-form.ts";

/**
 * What a coupon does, in sentences. In: the fields of its form as typed, complete or not, the time, and whether it is a
 * new one. What is not filled in yet is a question mark.
 */
export function couponInWords(fields: FormFields, { now, isNew }: { now: Date; isNew: boolean }): string[] {
  const text = (name: string) => (fields.get(name) ?? "").trim();
  const amount = (name: string) => (text(name) === "" ? null : readRupees(text(name)));
  const isPercent = text("kind") !== "flat";
  const [least, most] = [amount("minOrder") ?? 0, amount("maxDiscount")];
  const off = isPercent
    ? `${/^\d{1,3}$/.test(text("value")) ? text("value") : "?"}%`
    : inRupees(amount("value"));
  const [from, to] = [readTimeField(text("validFrom")), readTimeField(text("validTo"))];
  const when = `from ${from ? dateAndTime(from) : "?"} to ${to ? dateAndTime(to) : "?"}, time in India (IST)`;
  return [
    [
      `${off} off ${least > 0 ? `orders of at least ${rupees(least)}` : "any order"}`,
      ...(most ? [`at most ${rupees(most)}`] : []),
      `${when}.`,
    ].join(", "),
    `${whoOf(text("firstOrderOnly") !== "", Number(text("perUserLimit")), Number(text("usageLimit")))}.`,
    text("listed") === ""
      ? "Only those who know the code can use it."
      : "It is offered in the cart and on product pages.",
    text("active") === "" ? "It is switched off: nobody can use it." : timing(from, to, now, isNew),
    !isPercent && least > 0 && (amount("value") ?? 0) >= least
      ? "Small orders would cost next to nothing: the discount is as large as the minimum order."
      : "",
  ].filter(Boolean);
}

const inRupees = (amount: number | null) => (amount === null ? "₹?" : rupees(amount));

function whoOf(isFirst: boolean, perCustomer: number, all: number): string {
  const who = isFirst ? "For a customer's first order" : "For every customer";
  return [
    who,
    ...(perCustomer > 0 ? [perCustomer === 1 ? "once each" : `${plural(perCustomer, "time")} each`] : []),
    ...(all > 0 ? [`${plural(all, "time")} in all`] : []),
  ].join(", ");
}

function timing(from: Date | null, to: Date | null, now: Date, isNew: boolean): string {
  if (!from || !to) return "";
  if (from >= to) return "It would end before it starts.";
  if (to <= now) return "It is over already: nobody can use it.";
  if (from > now) return "It starts by itself.";
  return isNew ? "It can be used as soon as it is saved." : "It can be used now.";
}
