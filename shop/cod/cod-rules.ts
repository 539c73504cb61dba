import { z } from "zod";
import { type Rule, type RuleField, type RuleSubject, readRule, ruleFields } from "../rules/rules.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../text/read-form.ts";

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
  { key: "sku", label: "SKU of an item", kind: "text", hint: "Several: separate them with commas." },
] as const satisfies readonly RuleField[];

/** A field of an order that rules for cash on delivery compare. */
export type CodRuleField = (typeof fields)[number]["key"];

/** What these rules compare, for reading stored ones. */
export const codRuleSubject: RuleSubject = {
  one: "cash order",
  many: "cash orders of the last 90 days",
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

export const codOutcomes = ["allow", "confirm", "refuse"] as const;
export type CodOutcome = (typeof codOutcomes)[number];

export const codOutcomeLabels: Record<CodOutcome, string> = {
  allow: "Take cash on delivery",
  confirm: "Take it once the customer has confirmed the order by a link",
  refuse: "Do not take cash on delivery",
};

/** A rule for cash on delivery as the owner edits it. `reason`: what the customer reads when it refuses or asks. */
export type CodRuleInput = { name: string; rule: Rule; outcome: CodOutcome; reason: string };

/** A rule as the fields of its form. */
export function codRuleFields({ rule, ...more }: CodRuleInput): Record<string, string> {
  return { ...more, ...ruleFields(codRuleSubject, rule) };
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
  })
  .refine(({ outcome, reason }) => outcome !== "refuse" || reason !== "", {
    path: ["reason"],
    message: "Please write what the customer reads.",
  });

/** Reads that form, with errors at its fields. In: the subject with the choices that there are now. */
export function readCodRule(sent: FormFields, subject: RuleSubject): FormRead<CodRuleInput> {
  const read = readForm(form, sent);
  const rule = readRule(subject, sent);
  if (!rule.ok) return { ok: false, errors: { ...(!read.ok && read.errors), ...rule.errors } };
  return read.ok ? { ok: true, value: { ...read.value, rule: rule.value } } : read;
}
