import { z } from "zod";
import { type Paise, percentOf, readRupees, roundPaise, rupees, rupeesField } from "../money.ts";
import { type Rule, type RuleField, type RuleSubject, readRule, ruleFields } from "../rules/rules.ts";
import { cleanLine } from "../text/clean-text.ts";
import {
  type FormFields,
  type FormRead,
  faultOfAmount,
  optionalFieldReadBy,
  readForm,
} from "../text/read-form.ts";

const fields = [
  {
    key: "pin",
    label: "PIN code",
    kind: "text",
    hint: "Whole PIN codes or their first digits, such as 793 or 110001. Several: separate them with commas.",
  },
  { key: "total", label: "Order amount (₹)", kind: "rupees" },
  { key: "first", label: "First order of this phone number", kind: "yes-no" },
  {
    key: "returned",
    label: "Orders of this phone number that came back",
    kind: "number",
    most: 100,
    hint: "Cash orders with a parcel that was not taken.",
  },
  { key: "category", label: "Category of an item", kind: "choice" },
  { key: "collection", label: "Collection of an item", kind: "choice" },
  { key: "sku", label: "SKU of an item", kind: "text", isSearched: true },
] as const satisfies readonly RuleField[];

/** A field of an order that rules for cash on delivery compare. */
export type CodRuleField = (typeof fields)[number]["key"];

/** What these rules compare, for reading stored ones. */
export const codRuleSubject: RuleSubject = {
  one: "cash order",
  many: "cash orders of the last 90 days",
  none: "Matches no cash order of the last 90 days: this rule would have changed none of them.",
  every: "Matches every cash order of the last 90 days",
  fields,
};

/** The same with the shop's categories and collections (both by id) as choices, for a form and for words. */
export function codRuleSubjectOf(
  known: Record<"category" | "collection", { value: string; label: string }[]>,
) {
  const withChoices = fields.map((field) =>
    field.key === "category" || field.key === "collection" ? { ...field, choices: known[field.key] } : field,
  );
  return { ...codRuleSubject, fields: withChoices } satisfies RuleSubject;
}

export const codOutcomes = ["allow", "confirm", "confirm-code", "prepay", "refuse"] as const;
/** How a customer confirms a cash order. */
export const confirmWays = ["link", "code"] as const;
export type ConfirmWay = (typeof confirmWays)[number];

export type CodOutcome = (typeof codOutcomes)[number];

/** How an order with this outcome is to be confirmed; null when it is not. */
export function confirmWayOf(outcome: CodOutcome): ConfirmWay | null {
  return outcome === "confirm" ? "link" : outcome === "confirm-code" ? "code" : null;
}

export const codOutcomeLabels: Record<CodOutcome, string> = {
  allow: "Take cash on delivery",
  confirm: "Take it once the customer has confirmed the order by a link",
  "confirm-code": "Take it once the customer has confirmed the order by a code to the phone",
  prepay: "Take it once a part is paid online in advance",
  refuse: "Do not take cash on delivery",
};

/** What is to be paid in advance: a percent of the order, or an amount in paise; both null for nothing. */
export type Advance = { advancePercent: number | null; advanceAmount: Paise | null };

/** Online at least one rupee is paid (Cashfree's reference, "Create order": order_amount). */
const leastAdvance: Paise = 100;

/**
 * What is to be paid in advance for an order of this total, in whole rupees (rounded up) so that the cash is not odd by
 * it, and never more than the order. 0 for an order of less than a rupee, which nobody can pay online.
 */
export function advanceOf({ advancePercent, advanceAmount }: Advance, total: Paise): Paise {
  if (total < leastAdvance) return 0;
  const wanted = advanceAmount ?? percentOf(total, advancePercent ?? 0);
  const whole = roundPaise(wanted + 49, 100);
  return Math.min(total, Math.max(leastAdvance, whole));
}

/** "₹200 in advance", "20% in advance"; "" for none. */
export function advanceWords({ advancePercent, advanceAmount }: Advance): string {
  if (advanceAmount !== null) return `${rupees(advanceAmount)} in advance`;
  return advancePercent === null ? "" : `${advancePercent}% in advance`;
}

/** A rule for cash on delivery as the owner edits it. `reason`: what the customer reads when it refuses or asks. */
export type CodRuleInput = Advance & { name: string; rule: Rule; outcome: CodOutcome; reason: string };

/** A rule as the fields of its form; `rule` is null for one that cannot be read any more. */
export function codRuleFields({
  name,
  rule,
  outcome,
  reason,
  advancePercent,
  advanceAmount,
}: Omit<CodRuleInput, "rule"> & { rule: Rule | null }): Record<string, string> {
  return {
    name,
    outcome,
    reason,
    advancePercent: advancePercent === null ? "" : String(advancePercent),
    advanceAmount: advanceAmount === null ? "" : rupeesField(advanceAmount),
    ...(rule && ruleFields(codRuleSubject, rule)),
  };
}

const readPercent = (typed: string) => (/^[1-9]\d?\s*%?$/.test(typed) ? Number.parseInt(typed, 10) : null);

function readAdvance(typed: string): Paise | null {
  const amount = readRupees(typed);
  return amount !== null && amount >= leastAdvance ? amount : null;
}

const form = z
  .object({
    name: z
      .string()
      .overwrite(cleanLine)
      .min(1, "Please write something here.")
      .max(80, "At most 80 characters."),
    outcome: z.enum(codOutcomes, "Please choose."),
    reason: z.string().overwrite(cleanLine).max(300, "At most 300 characters."),
    advancePercent: optionalFieldReadBy(readPercent, "A whole number from 1 to 99."),
    advanceAmount: optionalFieldReadBy(readAdvance, faultOfAmount("An amount in rupees, at least 1.")),
  })
  .refine(({ outcome, reason }) => outcome !== "refuse" || reason !== "", {
    path: ["reason"],
    message: "Please write what the customer reads.",
  })
  .refine(hasOneAdvance, {
    path: ["advancePercent"],
    message: "Please write either a percent or an amount.",
  });

function hasOneAdvance({
  outcome,
  advancePercent,
  advanceAmount,
}: Advance & { outcome: CodOutcome }): boolean {
  return outcome !== "prepay" || (advancePercent === null) !== (advanceAmount === null);
}

/** Reads that form, with errors at its fields. In: the subject with the choices that there are now. */
export function readCodRule(sent: FormFields, subject: RuleSubject): FormRead<CodRuleInput> {
  const read = readForm(form, sent);
  const rule = readRule(subject, sent);
  if (!rule.ok) return { ok: false, errors: { ...(!read.ok && read.errors), ...rule.errors } };
  if (!read.ok) return read;
  // What another action was given before is not kept for it.
  const none = read.value.outcome === "prepay" ? {} : { advancePercent: null, advanceAmount: null };
  return { ok: true, value: { ...read.value, ...none, rule: rule.value } };
}
