import { z } from "zod";
import { cutText } from "../../platform/text/cut-text.ts";
import { addressMaxLengths } from "../accounts/customer/address.ts";
import { maxPerLine } from "../cart/cart.ts";
import { amountFault, type Paise, percentOf, readRupees, rupeesField } from "../money.ts";
import type { DiscountRule } from "../orders/insert-order.server.ts";
import { orderChannels } from "../orders/orders.ts";
import { outsideWays } from "../orders/posting/offline-providers.ts";
import { readTags } from "../orders/tags.ts";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import {
  type FieldErrors,
  type FormFields,
  type FormRead,
  faultOfAmount,
  optionalFieldReadBy,
  readForm,
} from "../text/read-form.ts";

/** How an order by hand is paid: on delivery, already outside of the shop, or by a link. */
const draftPayments = ["cod", "outside", "link"] as const;

/** How money came outside of the shop, as the ledger stores it. */

export const maxDraftLines = 50;

/** How long a link may be paid, in hours: the choices of staff. */
export const linkHours = [2, 24, 72] as const;

const paise = z.number().int().min(0);

/** A reduction of the whole order: an amount in paise, or a percentage that takes off at most `max` paise. */
const discountShape = z.object({
  kind: z.enum(["amount", "percent"]),
  value: z.number(),
  max: paise.nullable().default(null),
});

const line = z.object({
  variantId: z.uuid(),
  quantity: z.number().int().min(1).max(maxPerLine),
  /** Another price than the shop's for one, in paise; null for the shop's. */
  unit: paise.nullable(),
});

/** What a draft stores. Texts as typed: only placing asks whether the address is complete. */
export const draftContent = z.object({
  lines: z.array(line).max(maxDraftLines),
  name: z.string(),
  phone: z.string(),
  email: z.string(),
  line1: z.string(),
  line2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  state: z.string(),
  /** The business that the invoice is made out to; both empty for a consumer. Drafts of earlier versions have none. */
  companyName: z.string().default(""),
  buyerGstin: z.string().default(""),
  discount: discountShape.nullable(),
  discountReason: z.string(),
  /** The delivery fee in paise; null for the shop's. */
  shipping: paise.nullable(),
  /** What the customer reads with the order. */
  note: z.string(),
  /** What only staff read. */
  comment: z.string(),
  channel: z.enum(orderChannels),
  tags: z.array(z.string()),
  payment: z.enum(draftPayments),
  outsideWay: z.enum(outsideWays),
  outsideReference: z.string(),
  /** For how long the link may be paid. */
  linkHours: z.number(),
});
export type DraftContent = z.infer<typeof draftContent>;
type DraftLine = DraftContent["lines"][number];

export const emptyDraft: DraftContent = {
  lines: [],
  name: "",
  phone: "",
  email: "",
  line1: "",
  line2: "",
  postalCode: "",
  city: "",
  state: "",
  companyName: "",
  buyerGstin: "",
  discount: null,
  discountReason: "",
  shipping: null,
  note: "",
  comment: "",
  channel: "phone",
  tags: [],
  payment: "cod",
  outsideWay: "upi",
  outsideReference: "",
  linkHours: 24,
};

const words = (most: number) => z.string().transform((typed) => cutText(cleanLine(typed), most));
const paragraph = (most: number) => z.string().transform((typed) => cutText(cleanLines(typed), most));
const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).catch(values[0]);
const amount = "Enter an amount in rupees, such as 99 or 99.50.";

const form = z.object({
  name: words(addressMaxLengths.name),
  phone: words(addressMaxLengths.phone),
  email: words(254),
  line1: words(addressMaxLengths.line1),
  line2: words(addressMaxLengths.line2),
  postalCode: words(addressMaxLengths.postalCode),
  city: words(addressMaxLengths.city),
  state: words(addressMaxLengths.state),
  // A shop that is not registered for GST has no fields for them.
  companyName: words(100).optional().default(""),
  buyerGstin: words(20).optional().default(""),
  discount: optionalFieldReadBy(
    readDiscount,
    faultOfAmount("Enter an amount, such as 100, or a percentage, such as 10%."),
  ),
  discountReason: words(200),
  shipping: optionalFieldReadBy(readRupees, faultOfAmount(amount)),
  note: paragraph(500),
  comment: paragraph(500),
  channel: z.enum(orderChannels).catch("phone"),
  tags: z.string().transform(readTags),
  payment: choice(draftPayments),
  outsideWay: choice(outsideWays),
  outsideReference: words(100),
  linkHours: z.string().transform((typed) => linkHours.find((known) => String(known) === typed) ?? 24),
});

/** "100" or "99.50" rupees, "10%" or "7.5 %"; null for anything else. */
function readDiscount(typed: string): NonNullable<DraftContent["discount"]> | null {
  const [, percent] = /^(\d{1,2}(?:\.\d)?|100)\s*%$/.exec(typed.trim()) ?? [];
  if (percent !== undefined) return { kind: "percent", value: Number(percent), max: null };
  const value = readRupees(typed);
  return value === null ? null : { kind: "amount", value, max: null };
}

/**
 * Reads the form of a draft. Lines are the fields `quantity-<variant>` (0 removes one) and `unit-<variant>`. Out: the
 * content, or the errors by field.
 */
export function readDraft(fields: FormFields): FormRead<DraftContent> {
  const read = readForm(form, fields);
  const errors: FieldErrors = read.ok ? {} : { ...read.errors };
  const lines: DraftLine[] = [];
  for (const [name, typed] of fields) {
    const [, variantId] = /^quantity-([0-9a-f-]{36})$/.exec(name) ?? [];
    if (!variantId || !z.uuid().safeParse(variantId).success) continue;
    const quantity = /^\d{1,4}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    const written = fields.get(`unit-${variantId}`)?.trim() ?? "";
    const unit = written === "" ? null : readRupees(written);
    if (!(quantity <= maxPerLine)) errors[name] = `Enter a number up to ${maxPerLine}.`;
    if (written !== "" && unit === null) errors[`unit-${variantId}`] = amountFault(written, amount);
    if (quantity > 0 && quantity <= maxPerLine) lines.push({ variantId, quantity, unit });
  }
  if (lines.length > maxDraftLines) errors.product = `An order has at most ${maxDraftLines} different items.`;
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, value: { ...read.value, lines } };
}

const place = ["line1", "line2", "postalCode", "city", "state"] as const;
/** What a draft knows of an account: who it is, and where they live, if they have told. */
export type AccountContact = Pick<DraftContent, "name" | "phone" | "email"> & {
  home: Pick<DraftContent, (typeof place)[number]> | null;
};

/** Fills in what staff left empty of who an order is for. An address is one thing: it is never mixed of two. */
export function withContact(content: DraftContent, { home, ...person }: AccountContact): DraftContent {
  return {
    ...content,
    ...(place.every((field) => content[field] === "") && home),
    name: content.name || person.name,
    phone: content.phone || person.phone,
    email: content.email || person.email,
  };
}

/** Takes away what an account has filled in, as far as staff have not changed it. */
export function withoutContact(content: DraftContent, { home, ...person }: AccountContact): DraftContent {
  const isFilled = home !== null && place.every((field) => content[field] === home[field]);
  return {
    ...content,
    ...(isFilled && { line1: "", line2: "", postalCode: "", city: "", state: "" }),
    name: content.name === person.name ? "" : content.name,
    phone: content.phone === person.phone ? "" : content.phone,
    email: content.email === person.email ? "" : content.email,
  };
}

/** The discount of a draft as its field has it. */
export function discountField(discount: DraftContent["discount"]): string {
  if (!discount) return "";
  return discount.kind === "percent" ? `${discount.value}%` : rupeesField(discount.value);
}

/** What a discount takes off these lines, in paise; more than they cost is refused when the order is placed. */
export function discountOf(discount: DraftContent["discount"], subtotal: Paise): Paise {
  if (!discount) return 0;
  if (discount.kind === "amount") return discount.value;
  const wanted = percentOf(subtotal, discount.value);
  return Math.min(wanted, discount.max ?? wanted);
}

/** Whether two discounts are made in the same way. */
export function sameDiscount(one: DraftContent["discount"], other: DraftContent["discount"]): boolean {
  return one?.kind === other?.kind && one?.value === other?.value && one?.max === other?.max;
}

/** How an order keeps the discount of its draft. */
export function discountRuleOf(discount: DraftContent["discount"]): DiscountRule {
  if (discount?.kind !== "percent" || discount.value === 0)
    return { discountPercent: null, discountMax: null };
  return { discountPercent: discount.value, discountMax: discount.max };
}

/**
 * The discount with which a change of an order begins: the percentage by which it was made, with its maximum, else the
 * amount. A percentage that does not give the order's discount is an amount too: a coupon leaves ₹1 to pay.
 */
export function discountOfOrder(
  order: DiscountRule & { subtotal: Paise; discount: Paise },
): DraftContent["discount"] {
  const { subtotal, discount, discountPercent, discountMax } = order;
  if (discount === 0) return null;
  const rule = { kind: "percent" as const, value: discountPercent ?? 0, max: discountMax };
  return discountOf(rule, subtotal) === discount ? rule : { kind: "amount", value: discount, max: null };
}

/**
 * Whether a draft has the prices that it had before: only staff with `prices.edit` may change them. A new line has the
 * shop's price then; lines may be removed.
 */
export function samePrices(now: DraftContent, before: DraftContent): boolean {
  const unitBefore = (id: string) => before.lines.find(({ variantId }) => variantId === id)?.unit ?? null;
  return (
    now.shipping === before.shipping &&
    sameDiscount(now.discount, before.discount) &&
    now.lines.every(({ variantId, unit }) => unit === unitBefore(variantId))
  );
}
