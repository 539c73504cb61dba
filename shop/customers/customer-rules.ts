import { z } from "zod";
import { type Rule, type RuleField, type RuleSubject, readRule, ruleFields } from "../rules/rules.ts";
import { cleanLine, cleanLines } from "../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../text/read-form.ts";

const fields = [
  { key: "spent", label: "Spent (₹)", kind: "rupees", hint: "On orders that count, less what was refunded." },
  { key: "orders", label: "Number of orders", kind: "number", most: 100_000 },
  { key: "lastOrder", label: "Last order", kind: "days", unit: "days" },
  { key: "joined", label: "Account made", kind: "days", unit: "days" },
  {
    key: "city",
    label: "City",
    kind: "text",
    hint: "Of the last order, else of the address book. Several: separate them with commas.",
  },
  {
    key: "newsletter",
    label: "Agreed to the newsletter",
    kind: "yes-no",
    hint: "Confirmed by a link that was sent to them.",
  },
  { key: "tag", label: "Tag", kind: "text" },
] as const satisfies readonly RuleField[];

/** A field of a customer that rules compare. */
export type CustomerRuleField = (typeof fields)[number]["key"];

/** What rules about customers compare, for reading stored rules. */
export const customerRules: RuleSubject = {
  one: "customer",
  many: "customers",
  none: "Matches no customer: the group stays empty until one fits.",
  every: "Matches every customer",
  fields,
};

/** The same with the tags in use as suggestions, for a form. */
export function customerRulesOf({ tags }: { tags: readonly string[] }): RuleSubject {
  return {
    ...customerRules,
    fields: fields.map((field) => (field.key === "tag" ? { ...field, suggestions: tags } : field)),
  };
}

/** A group of customers as staff edit it. */
export type GroupInput = { name: string; rule: Rule };

/** A group as the fields of its form. */
export function groupFields({ name, rule }: GroupInput): Record<string, string> {
  return { name, ...ruleFields(customerRules, rule) };
}

const groupForm = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(80, "At most 80 characters."),
});

/** Reads that form, with errors at its fields. */
export function readGroup(fields: FormFields): FormRead<GroupInput> {
  const read = readForm(groupForm, fields);
  const rule = readRule(customerRules, fields);
  if (!rule.ok) return { ok: false, errors: { ...(!read.ok && read.errors), ...rule.errors } };
  return read.ok ? { ok: true, value: { ...read.value, rule: rule.value } } : read;
}

/** PostgreSQL checks the number of tags and the length of the note (table customer). */
export const wordsMost = { tags: 20, tag: 40, note: 2_000 };

/** What staff write about a customer: tags without doubles, and a note that only staff see. */
export type CustomerWords = { tags: string[]; note: string };

/** Tags as typed, separated by commas: without doubles, the last spelling of each. */
export function readTags(typed: string): string[] {
  const tags = new Map<string, string>();
  for (const tag of typed.split(",").map(cleanLine)) if (tag) tags.set(tag.toLowerCase(), tag);
  return [...tags.values()];
}

const wordsForm = z.object({
  tags: z
    .string()
    .transform(readTags)
    .pipe(
      z
        .array(z.string().max(wordsMost.tag, `At most ${wordsMost.tag} characters each.`))
        .max(wordsMost.tags, `At most ${wordsMost.tags} tags.`),
    ),
  note: z.string().overwrite(cleanLines).max(wordsMost.note, "At most 2,000 characters."),
});

/** Reads the form of tags (separated by commas) and note. */
export function readWords(fields: FormFields): FormRead<CustomerWords> {
  return readForm(wordsForm, fields);
}
