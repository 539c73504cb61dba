import type { Rule, RuleCondition } from "./rules.ts";

/** The value of a field of a plain object: several texts for a field such as tags; null for none. */
export type FieldValue = string | readonly string[] | number | boolean | Date | null;

const dayMs = 86_400_000;

/** The instant that `days` compares with. */
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * dayMs);

/**
 * Texts are compared without regard to A to Z or a to z, and other letters as they are: the database does the same with
 * `collate "C"`, while its and JavaScript's full case mappings differ.
 */
export const folded = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/**
 * Whether an object fits a rule: `ruleSql` (rule-sql.server.ts) for one object in memory. In: a rule that `ruleSchema`
 * has read, the object's values by field, and the time. A missing value fits only "is none of", "is not", "does not
 * contain" and "no".
 */
export function matchesRule(rule: Rule, values: Readonly<Record<string, FieldValue>>, now: Date): boolean {
  const fits = (condition: RuleCondition) => matches(condition, values[condition.field] ?? null, now);
  return rule.match === "all" ? rule.conditions.every(fits) : rule.conditions.some(fits);
}

function matches({ operator, value: wanted }: RuleCondition, value: FieldValue, now: Date): boolean {
  const texts = typeof value === "string" ? [value] : Array.isArray(value) ? value.map(String) : [];
  const asked = Array.isArray(wanted) ? wanted : [];
  const limit = typeof wanted === "number" ? wanted : Number.NaN;
  const isOne = () => texts.some((text) => asked.some((one) => folded(one) === folded(text)));
  const contains = () => texts.some((text) => asked.some((one) => folded(text).includes(folded(one))));
  switch (operator) {
    case "in":
      return texts.some((text) => asked.includes(text));
    case "not-in":
      return !texts.some((text) => asked.includes(text));
    case "is":
      return isOne();
    case "is-not":
      return !isOne();
    case "contains":
      return contains();
    case "contains-not":
      return !contains();
    case "at-least":
      return typeof value === "number" && value >= limit;
    case "at-most":
      return typeof value === "number" && value <= limit;
    case "within":
      return value instanceof Date && value.getTime() >= daysBefore(now, limit).getTime();
    case "before":
      return value instanceof Date && value.getTime() < daysBefore(now, limit).getTime();
    case "yes":
      return value === true;
    case "no":
      return value !== true;
    default:
      throw new Error(`no operator ${operator}`);
  }
}
