import { z } from "zod";
import { amountFault, grouped, type Paise, plural, readRupees, rupees, rupeesField } from "../money.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { FieldErrors, FormFields, FormRead } from "../text/read-form.ts";

/*
 * Rules: all of / any of conditions over typed fields, as data. A subject declares its fields; its SQL expressions are
 * given to `ruleSql` (rule-sql.server.ts), its plain objects to `matchesRule` (match-rule.ts). A property test holds
 * both together.
 */

/** The operators of each kind of field, in the order of the editor. `Record`: key -> words. */
export const operators = {
  choice: { in: "is one of", "not-in": "is none of" },
  text: { is: "is", "is-not": "is not", contains: "contains", "contains-not": "does not contain" },
  number: { "at-least": "is at least", "at-most": "is at most" },
  rupees: { "at-least": "is at least", "at-most": "is at most" },
  days: { within: "in the last", before: "longer ago than" },
  "yes-no": { yes: "yes", no: "no" },
} as const satisfies Record<string, Record<string, string>>;

type RuleFieldKind = keyof typeof operators;

/**
 * A field that conditions compare. `choices`: the allowed values of a choice; without them any is (a stored rule is
 * read so). `suggestions`: of a text; those of a text that `isSearched` are found while one types. `most`: the highest
 * number. `unit` stands behind the number: "%".
 */
export type RuleField = {
  key: string;
  label: string;
  kind: RuleFieldKind;
  choices?: readonly { value: string; label: string }[];
  suggestions?: readonly string[];
  isSearched?: boolean;
  most?: number;
  unit?: string;
  hint?: string;
};

/** What rules are about. `one` and `many`: its nouns. */
export type RuleSubject = {
  one: string;
  many: string;
  /** What it means that a rule matches none, as a sentence, and how one begins that says it matches all. */
  none: string;
  every: string;
  fields: readonly RuleField[];
};

/** Texts for choice and text, a whole number (paise, days) for others, null for yes and no. */
type RuleValue = string[] | number | null;
export type RuleCondition = { field: string; operator: string; value: RuleValue };
export type Rule = { match: "all" | "any"; conditions: RuleCondition[] };

/** More would be a list of products and not a rule. */
export const mostConditions = 20;
const mostTexts = 20;
const longestText = 80;
const highestAmount: Paise = 10_000_000_00;
const mostDays = 3_650;

const wrongRupees = "An amount in rupees, such as 499 or 499.50.";

const whole = (wrong: string, least: number, most: number) => z.int(wrong).min(least, wrong).max(most, wrong);

const valueShapes: Record<RuleFieldKind, (field: RuleField) => z.ZodType<RuleValue>> = {
  choice: ({ choices }) =>
    z
      .array(z.string().max(200))
      .min(1, "Choose at least one.")
      .max(choices?.length || 500, "Choose from the list.")
      .refine(
        (chosen) => !choices || chosen.every((one) => choices.some(({ value }) => value === one)),
        "One of these is no longer there. Choose from the list.",
      ),
  text: () =>
    z
      .array(
        z
          .string()
          .overwrite(cleanLine)
          .min(1, "Write a text to compare with.")
          .max(longestText, `At most ${longestText} characters each.`),
      )
      .min(1, "Write a text to compare with.")
      .max(mostTexts, `At most ${mostTexts} texts, separated by commas.`),
  number: ({ most = 1_000_000 }) => whole(`A whole number from 0 to ${grouped(most)}.`, 0, most),
  rupees: () =>
    z
      .int({
        error: ({ input }) => amountFault(typeof input === "string" ? input : "", wrongRupees, highestAmount),
      })
      .min(0, wrongRupees)
      .max(highestAmount, `At most ${rupees(highestAmount)}.`),
  days: () => whole("A whole number of days, from 1 to 3,650.", 1, mostDays),
  "yes-no": () => z.null(),
};

/**
 * The schema of a subject's rules, for stored and for submitted ones. Each refusal is in words, at
 * ["conditions", n, "field" | "operator" | "value"].
 */
export function ruleSchema({ fields }: RuleSubject) {
  const [first, ...others] = fields.map((field) =>
    z.object({
      field: z.literal(field.key),
      operator: z
        .string("Choose how to compare.")
        .refine((operator) => Object.hasOwn(operators[field.kind], operator), "Choose how to compare."),
      value: valueShapes[field.kind](field),
    }),
  );
  if (!first) throw new Error("a subject of rules has fields");
  return z.object({
    match: z.enum(["all", "any"], "Choose all or any."),
    conditions: z
      .array(z.discriminatedUnion("field", [first, ...others], "Choose what to compare."))
      .min(1, "Add at least one condition.")
      .max(mostConditions, `At most ${mostConditions} conditions.`),
  });
}

/** A stored rule; null for none and for one that this version of the program cannot read. */
export function storedRule(subject: RuleSubject, stored: unknown): Rule | null {
  const read = ruleSchema(subject).safeParse(stored);
  return read.success ? read.data : null;
}

/** A rule as typed. `at`: the number in the names of the row's fields. `chosen`: the ticked choices. */
export type TypedRule = { match: string; rows: TypedCondition[] };
export type TypedCondition = { at: number; field: string; operator: string; value: string; chosen: string[] };

/** The fields of a form that belong to its rule: rule.match, and for each condition rule.N.field, .operator, .value. */
export function typedRule(fields: FormFields): TypedRule {
  const names = [...fields.keys()];
  const numbers = names.flatMap((name) => /^rule\.(\d{1,3})\.field$/.exec(name)?.[1] ?? []).map(Number);
  const rows = numbers
    .toSorted((one, other) => one - other)
    .map((at) => {
      const ticked = `rule.${at}.value.`;
      const text = (name: string) => fields.get(`rule.${at}.${name}`) ?? "";
      return {
        at,
        field: text("field"),
        operator: text("operator"),
        value: text("value"),
        chosen: names.flatMap((name) =>
          name.startsWith(ticked) && fields.get(name) ? [name.slice(ticked.length)] : [],
        ),
      };
    });
  return { match: fields.get("rule.match") ?? "all", rows: rows.filter(({ field }) => field !== "") };
}

/** A rule as the fields of a form; none for null. */
export function ruleFields(subject: RuleSubject, rule: Rule | null): Record<string, string> {
  if (!rule) return {};
  const fields: Record<string, string> = { "rule.match": rule.match };
  for (const [at, { field, operator, value }] of rule.conditions.entries()) {
    const kind = subject.fields.find(({ key }) => key === field)?.kind;
    fields[`rule.${at}.field`] = field;
    fields[`rule.${at}.operator`] = operator;
    if (kind === "choice" && Array.isArray(value))
      for (const one of value) fields[`rule.${at}.value.${one}`] = "on";
    else if (Array.isArray(value)) fields[`rule.${at}.value`] = value.join(", ");
    else if (value !== null)
      fields[`rule.${at}.value`] = kind === "rupees" ? rupeesField(value) : String(value);
  }
  return fields;
}

/**
 * Reads the rule of a form. In: the subject with its choices. Out: the rule, or errors at the fields of the condition;
 * "rule" for the whole (no condition, too many).
 */
export function readRule(subject: RuleSubject, fields: FormFields): FormRead<Rule> {
  const { match, rows } = typedRule(fields);
  const conditions = rows.map((row) => ({
    field: row.field,
    operator: row.operator,
    value: typedValue(subject.fields.find(({ key }) => key === row.field)?.kind, row),
  }));
  const read = ruleSchema(subject).safeParse({ match, conditions });
  if (read.success) return { ok: true, value: read.data };
  const errors: FieldErrors = {};
  for (const { path, message } of read.error.issues) {
    const [part, number, name = "field"] = path;
    const row = part === "conditions" && typeof number === "number" ? rows[number] : undefined;
    errors[row ? `rule.${row.at}.${String(name)}` : "rule"] ??= message;
  }
  return { ok: false, errors };
}

/** The value of a typed condition; what cannot be read stays as typed, and the schema refuses it. */
function typedValue(kind: RuleFieldKind | undefined, { value, chosen }: TypedCondition): unknown {
  const typed = value.trim();
  switch (kind) {
    case "choice":
      return chosen;
    case "text":
      return [...new Set(typed.split(",").map(cleanLine).filter(Boolean))];
    case "rupees":
      return readRupees(typed) ?? typed;
    case "number":
    case "days":
      return /^\d{1,9}$/.test(typed) ? Number(typed) : typed;
    default:
      return null;
  }
}

/**
 * A rule in words, for lists, the audit log and two who change it at once: "All of: Price is at most ₹1,499; ...". In:
 * the subject with its choices, for their names.
 */
export function ruleInWords(subject: RuleSubject, { match, rows }: TypedRule): string {
  const words = rows.map(({ field, operator, value, chosen }) => {
    const known = subject.fields.find(({ key }) => key === field);
    if (!known) return field;
    const names: Record<string, string> = operators[known.kind];
    const compared = names[operator] ?? operator;
    const label = known.label.replace(" (₹)", "");
    if (known.kind === "yes-no") return `${label}: ${compared}`;
    return [label, compared, valueInWords(known, { value, chosen })].filter(Boolean).join(" ");
  });
  return `${match === "any" ? "Any" : "All"} of: ${words.join("; ")}`;
}

/** A typed value in words, with its unit; one that cannot be read is given as typed. */
function valueInWords(
  { kind, choices, unit }: RuleField,
  { value, chosen }: Pick<TypedCondition, "value" | "chosen">,
): string {
  const name = (one: string) => choices?.find(({ value }) => value === one)?.label;
  if (kind === "choice")
    return chosen.map((one) => (choices ? (name(one) ?? "one that was deleted") : one)).join(", ");
  const typed = value.trim();
  const amount = kind === "rupees" ? readRupees(typed) : null;
  if (amount !== null) return rupees(amount);
  const count = kind === "text" || !/^\d{1,9}$/.test(typed) ? null : Number(typed);
  if (count === null) return value;
  return kind === "days" ? plural(count, "day") : `${grouped(count)}${unit ?? ""}`;
}
