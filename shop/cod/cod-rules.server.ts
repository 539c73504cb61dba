import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { ruleCategories } from "../catalogue/membership/membership.server.ts";
import type { Paise } from "../money.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type FieldValue, matchesRule } from "../rules/match-rule.ts";
import { type FieldSql, ruleSql } from "../rules/rule-sql.server.ts";
import {
  type Rule,
  type RuleSubject,
  ruleFields,
  ruleInWords,
  storedRule,
  typedRule,
} from "../rules/rules.ts";
import { isOrderOf, namesIn, type RowsToSort, withVersion } from "../text/sorted-rows.server.ts";
import {
  advanceOf,
  advanceWords,
  type CodOutcome,
  type CodRuleField,
  type CodRuleInput,
  codOutcomeLabels,
  codRuleSubject,
  codRuleSubjectOf,
} from "./cod-rules.ts";
import { codRule } from "./tables.server.ts";

/** More would be a list of cases and not rules. */
const mostRules = 40;

/** A rule; `rule` is null for one that this version of the program cannot read. */
export type CodRule = Omit<CodRuleInput, "rule"> & { id: string; rule: Rule | null; version: number };

function ruleOf({ position, createdAt, rule, ...row }: typeof codRule.$inferSelect): CodRule {
  return { ...row, rule: storedRule(codRuleSubject, rule) };
}

function inWords(rule: Rule | null, subject: RuleSubject): string {
  if (!rule) return "Cannot be read any more";
  return ruleInWords(subject, typedRule(new Map(Object.entries(ruleFields(subject, rule)))));
}

/** All rules in their order. */
export async function codRules({ db }: { db: Db }): Promise<CodRule[]> {
  return (await db.select().from(codRule).orderBy(asc(codRule.position), asc(codRule.createdAt))).map(ruleOf);
}

/** A rule as a list shows it: `words` is its rule in words, with the names of categories and collections. */
export type CodRuleRow = CodRule & { words: string };

/** All rules in their order, each in words. */
export async function codRuleRows({ db }: { db: Db }): Promise<CodRuleRow[]> {
  const [rules, subject] = await Promise.all([codRules({ db }), codSubject({ db })]);
  return rules.map((one) => ({ ...one, words: inWords(one.rule, subject) }));
}

/** One rule; null for a malformed or unknown id. */
export async function codRuleOf({ db }: { db: Db }, id: string): Promise<CodRule | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db.select().from(codRule).where(eq(codRule.id, id));
  return row ? ruleOf(row) : null;
}

const choiceRows = z.array(
  z.object({ kind: z.enum(["category", "collection"]), id: z.string(), name: z.string() }),
);

/** What these rules compare, with the shop's categories and collections as choices. */
export async function codSubject({ db }: { db: Db }) {
  const { rows } = await db.execute(sql`
    select 'category' as kind, id::text, name from category
    union all select 'collection', id::text, name from collection order by kind, name`);
  const known = choiceRows.parse(rows);
  const of = (wanted: "category" | "collection") =>
    known.filter(({ kind }) => kind === wanted).map(({ id, name }) => ({ value: id, label: name }));
  return codRuleSubjectOf({ category: of("category"), collection: of("collection") });
}

type SaveRefusal = "not-allowed" | "not-found" | "changed-meanwhile" | "name-taken" | "too-many";

/** An advisory lock: names are unique, positions are dense, and there are at most forty. */
const lockRules = sql`select pg_advisory_xact_lock(hashtext('cod-rules'))`;

/**
 * Makes a rule (`id` null), as the last one, or saves one; audited. Refused: 'not-allowed', 'not-found',
 * 'changed-meanwhile' when somebody else saved since `version`, 'name-taken', 'too-many' beyond forty.
 */
export async function saveCodRule(
  { db }: Pick<Services, "db">,
  { actor, id, version, input }: { actor: Actor; id: string | null; version: string; input: CodRuleInput },
): Promise<Done | Refused<SaveRefusal>> {
  if (!can(actor, "settings.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<SaveRefusal>>(db, async (tx) => {
    await tx.execute(lockRules);
    const all = await codRules({ db: tx });
    const before = id === null ? null : all.find((one) => one.id === id);
    if (before === undefined) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const named = all.find(({ name }) => name.toLowerCase() === input.name.toLowerCase());
    if (named && named.id !== id) return refused("name-taken");
    if (!before && all.length >= mostRules) return refused("too-many");
    const [saved] = before
      ? await tx
          .update(codRule)
          .set({ ...input, version: sql`${codRule.version} + 1` })
          .where(eq(codRule.id, before.id))
          .returning({ id: codRule.id })
      : await tx
          .insert(codRule)
          .values({ ...input, position: all.length })
          .returning({ id: codRule.id });
    const subject = await codSubject({ db: tx });
    await recordAction(tx, {
      actor,
      action: before ? "cod-rule.update" : "cod-rule.create",
      subject: { kind: "cod-rule", id: saved?.id ?? "", name: input.name },
      ...(before && { before: factsOf(before, subject) }),
      after: factsOf(input, subject),
    });
    return done();
  });
}

function factsOf(
  { name, rule, outcome, reason, ...advance }: Omit<CodRule, "id" | "version">,
  subject: RuleSubject,
) {
  const words = advanceWords(advance);
  return {
    name,
    rule: inWords(rule, subject),
    outcome: codOutcomeLabels[outcome],
    reason,
    ...(words && { advance: words }),
  };
}

/** Deletes a rule; audited. Refused: 'not-allowed', 'not-found'. */
export async function deleteCodRule(
  { db }: Pick<Services, "db">,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-allowed" | "not-found">> {
  if (!can(actor, "settings.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<"not-found">>(db, async (tx) => {
    await tx.execute(lockRules);
    const before = await codRuleOf({ db: tx }, id);
    if (!before) return refused("not-found");
    await tx.delete(codRule).where(eq(codRule.id, id));
    await putInOrder(
      tx,
      (await codRules({ db: tx })).map((one) => one.id),
    );
    await recordAction(tx, {
      actor,
      action: "cod-rule.delete",
      subject: { kind: "cod-rule", id, name: before.name },
      before: factsOf(before, await codSubject({ db: tx })),
    });
    return done();
  });
}

/** The rules as a list to sort. */
export async function codRulesToSort({ db }: { db: Db }): Promise<RowsToSort> {
  return withVersion((await codRules({ db })).map(({ id, name }) => ({ key: id, name })));
}

/**
 * Writes the order of the rules; audited. In: their ids in the new order, and the version of the list that was shown.
 * Refused: 'not-allowed', 'changed-meanwhile' when the list is another by now.
 */
export async function sortCodRules(
  { db }: Pick<Services, "db">,
  { actor, keys, version }: { actor: Actor; keys: readonly string[]; version: string },
): Promise<Done | Refused<"not-allowed" | "changed-meanwhile">> {
  if (!can(actor, "settings.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<"changed-meanwhile">>(db, async (tx) => {
    await tx.execute(lockRules);
    const before = await codRulesToSort({ db: tx });
    if (!isOrderOf(before, keys, version)) return refused("changed-meanwhile");
    await putInOrder(tx, keys);
    await recordAction(tx, {
      actor,
      action: "cod-rule.sort",
      subject: { kind: "cod-rule", id: "rules", name: "Rules for cash on delivery" },
      before: { order: before.rows.map(({ name }) => name).join(", ") },
      after: { order: namesIn(before, keys) },
    });
    return done();
  });
}

async function putInOrder(tx: Db, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update cod_rule r set position = o.place - 1
    from unnest(${sql.param(ids)}::uuid[]) with ordinality o (id, place) where r.id = o.id`);
}

/** The facts of an order that is about to be placed, in paise. */
export type CodOrder = {
  /** Both "" while not known. */
  phone: string;
  pin: string;
  total: Paise;
  items: readonly { productId: string | null; sku: string }[];
  /** Its own id, when it is stored already. */
  orderId?: string;
};

const pastRows = z.tuple([
  z.object({
    first: z.boolean(),
    returned: z.number(),
    categories: z.array(z.string()),
    collections: z.array(z.string()),
  }),
]);

/** The first digits of a PIN code, of each length. */
const beginnings = (pin: string) => Array.from(pin, (_, at) => pin.slice(0, at + 1));

async function valuesOf(db: Db, order: CodOrder): Promise<Record<CodRuleField, FieldValue>> {
  const products = sql`${sql.param(order.items.flatMap(({ productId }) => productId ?? []))}::uuid[]`;
  const { rows } = await db.execute(sql`
    with before as (
      select id, method from orders where phone = ${order.phone} and phone <> '' and placed_at is not null
        and id is distinct from ${order.orderId ?? null}::uuid)
    select not exists (select from before) as first,
      (select count(distinct b.id)::integer from before b join parcel p on p.order_id = b.id
        where b.method <> 'online' and p.state = 'returned') as returned,
      array(select distinct unnest(${ruleCategories}) from product p join category c on c.id = p.category_id
        where p.id = any(${products})) as categories,
      array(select distinct k.id::text from product_collection c join collection k on k.slug = c.collection_slug
        where c.product_id = any(${products})) as collections`);
  const [past] = pastRows.parse(rows);
  return {
    pin: beginnings(order.pin),
    total: order.total,
    first: past.first,
    returned: past.returned,
    category: past.categories,
    collection: past.collections,
    sku: order.items.map(({ sku }) => sku),
  };
}

/**
 * What the owner's rules say of an order that is to be paid in cash; `reason`: in the owner's words, "" for none;
 * `advance`: what is to be paid online before, in paise, with the outcome 'prepay'.
 */
export type CodDecision = { outcome: CodOutcome; reason: string; advance: Paise };
const allowed: CodDecision = { outcome: "allow", reason: "", advance: 0 };

/**
 * Whether an order may be paid in cash on delivery by the owner's rules. The first rule that fits decides; without one
 * cash is taken, and one that cannot be read any more fits nothing. It is allowed while PIN code or phone number, not
 * known yet, decide whether a rule fits, and of an order of 0, for which no cash is taken. While nobody can pay online, a
 * rule that asks for an advance asks for a confirmation by link instead: to refuse would leave the customer no way to
 * pay. So does one that asks for a code while none can be sent. In: `rules` from `codRules`, the order.
 */
export async function codDecision(
  {
    db,
    clock,
    payments,
    messaging,
  }: {
    db: Db;
    clock: Services["clock"];
    payments: Pick<Services["payments"], "online">;
    messaging: Pick<Services["messaging"], "channels" | "callingCodes">;
  },
  rules: readonly CodRule[],
  order: CodOrder,
): Promise<CodDecision> {
  if (rules.length === 0 || order.total === 0) return allowed;
  const unknown = [
    ...(order.pin === "" ? ["pin"] : []),
    ...(order.phone === "" ? ["first", "returned"] : []),
  ];
  const values = await valuesOf(db, order);
  const now = new Date(clock.now());
  // An order has an Indian number.
  const sendCodes = messaging.channels.length > 0 && messaging.callingCodes.includes("91");
  const can = { payOnline: payments.online !== undefined, sendCodes };
  for (const one of rules) {
    const fits = one.rule && fitsAsKnown(one.rule, unknown, values, now);
    if (fits === "unknown") return allowed;
    if (fits) return decisionOf(one, order.total, can);
  }
  return allowed;
}

/** One condition that does not fit decides "all", one that fits decides "any", whatever is not known yet. */
function fitsAsKnown(
  rule: Rule,
  unknown: readonly string[],
  values: Record<CodRuleField, FieldValue>,
  now: Date,
): boolean | "unknown" {
  const known = rule.conditions.filter(({ field }) => !unknown.includes(field));
  const fits = matchesRule({ ...rule, conditions: known }, values, now);
  return known.length === rule.conditions.length || fits === (rule.match === "any") ? fits : "unknown";
}

function decisionOf(
  { outcome, reason, ...rule }: CodRule,
  total: Paise,
  can: { payOnline: boolean; sendCodes: boolean },
): CodDecision {
  // The words of the rule speak of what cannot be done.
  if (outcome === "prepay" ? !can.payOnline : outcome === "confirm-code" && !can.sendCodes)
    return { outcome: "confirm", reason: "", advance: 0 };
  if (outcome !== "prepay") return { outcome, reason, advance: 0 };
  const advance = advanceOf(rule, total);
  return advance > 0 ? { outcome, reason, advance } : allowed;
}

/** The fields in the database, of orders `o`, as they were when each was placed. */
const fieldsInSql: Record<CodRuleField, FieldSql> = {
  pin: { value: sql`array(select left(o.postal_code, n) from generate_series(1, 6) n)`, many: true },
  total: { value: sql`o.total` },
  first: {
    value: sql`not exists (select from orders e where e.phone = o.phone and e.phone <> '' and e.placed_at < o.placed_at)`,
  },
  returned: {
    value: sql`(select count(distinct e.id) from orders e join parcel p on p.order_id = e.id
      where e.phone = o.phone and e.phone <> '' and e.method <> 'online' and p.state = 'returned'
        and p.ended_at < o.placed_at)`,
  },
  category: {
    value: sql`array(select unnest(${ruleCategories}) from order_line l join product p on p.id = l.product_id
      join category c on c.id = p.category_id where l.order_id = o.id)`,
    many: true,
  },
  collection: {
    value: sql`array(select k.id::text from order_line l join product_collection c on c.product_id = l.product_id
      join collection k on k.slug = c.collection_slug where l.order_id = o.id)`,
    many: true,
  },
  sku: {
    value: sql`array(select lower(l.sku collate "C") from order_line l where l.order_id = o.id)`,
    many: true,
  },
};

const counted = z.tuple([z.object({ matched: z.number(), all: z.number() })]);

/** How many cash orders of the last 90 days a rule would have fitted, of how many. */
export async function countCodOrders(
  { db, clock }: Pick<Services, "db" | "clock">,
  rule: Rule,
): Promise<{ matched: number; all: number }> {
  const now = new Date(clock.now());
  const { rows } = await db.execute(sql`
    select count(*)::integer as all, (count(*) filter (where ${ruleSql(rule, fieldsInSql, now)}))::integer as matched
    from orders o where o.method = 'cod' and o.placed_at > ${now.toISOString()}::timestamptz - interval '90 days'`);
  return counted.parse(rows)[0];
}
