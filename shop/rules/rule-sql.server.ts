import { type SQL, sql } from "drizzle-orm";
import { daysBefore, folded } from "./match-rule.ts";
import type { Rule, RuleCondition } from "./rules.ts";

/**
 * The expression of a field: of type text, text[] (`many`), bigint, boolean or timestamptz, by the field's kind. A text
 * (not a choice) is folded already, by `lower(... collate "C")`: once, not for each rule.
 */
export type FieldSql = { value: SQL; many?: true };

/**
 * A rule as an SQL condition that is never null: `matchesRule` (match-rule.ts) in the database. In: a rule that
 * `ruleSchema` has read, the expressions of the subject's fields, and the time. Values are parameters.
 */
export function ruleSql(rule: Rule, fields: Readonly<Record<string, FieldSql>>, now: Date): SQL {
  const conditions = rule.conditions.map((condition) => {
    const field = fields[condition.field];
    if (!field) throw new Error(`no expression for the field ${condition.field}`);
    return conditionSql(condition, field, now);
  });
  return sql`(${sql.join(conditions, rule.match === "all" ? sql` and ` : sql` or `)})`;
}

function conditionSql({ operator, value: wanted }: RuleCondition, { value, many }: FieldSql, now: Date): SQL {
  const asked = Array.isArray(wanted) ? wanted : [];
  const limit = typeof wanted === "number" ? wanted : Number.NaN;
  const list = (texts: string[]) => sql`${sql.param(texts)}::text[]`;
  const isAny = (texts: string[]) =>
    many ? sql`${value} && ${list(texts)}` : sql`${value} = any(${list(texts)})`;
  const isOne = isAny(asked.map(folded));
  const isIn = isAny(asked);
  const has = (text: SQL) =>
    sql`(${sql.join(
      asked.map((one) => sql`strpos(${text}, ${folded(one)}) > 0`),
      sql` or `,
    )})`;
  const contains = () =>
    many ? sql`exists (select from unnest(${value}) t (one) where ${has(sql`t.one`)})` : has(value);
  const before = () => sql`${daysBefore(now, limit).toISOString()}::timestamptz`;
  switch (operator) {
    case "in":
      return sql`coalesce(${isIn}, false)`;
    case "not-in":
      return sql`not coalesce(${isIn}, false)`;
    case "is":
      return sql`coalesce(${isOne}, false)`;
    case "is-not":
      return sql`not coalesce(${isOne}, false)`;
    case "contains":
      return sql`coalesce(${contains()}, false)`;
    case "contains-not":
      return sql`not coalesce(${contains()}, false)`;
    case "at-least":
      return sql`coalesce(${value} >= ${limit}::bigint, false)`;
    case "at-most":
      return sql`coalesce(${value} <= ${limit}::bigint, false)`;
    case "within":
      return sql`coalesce(${value} >= ${before()}, false)`;
    case "before":
      return sql`coalesce(${value} < ${before()}, false)`;
    case "yes":
      return sql`${value} is true`;
    case "no":
      return sql`${value} is not true`;
    default:
      throw new Error(`no operator ${operator}`);
  }
}
