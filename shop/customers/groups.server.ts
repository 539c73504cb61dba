import { asc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, can } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { ruleFields, ruleInWords, storedRule, typedRule } from "../rules/rules.ts";
import { customerRules, type GroupInput } from "./customer-rules.ts";
import { customerGroup } from "./tables.server.ts";

/** The filter of the list shows all of them. */
const mostGroups = 60;

/** A group; `rule` is null for one that this version of the program cannot read. `words`: its rule in words. */
export type CustomerGroup = {
  id: string;
  name: string;
  rule: GroupInput["rule"] | null;
  words: string;
  version: number;
};

function groupOf({ id, name, rule: stored, version }: typeof customerGroup.$inferSelect): CustomerGroup {
  const rule = storedRule(customerRules, stored);
  return { id, name, rule, words: rule ? inWords(rule) : "Cannot be read any more", version };
}

const inWords = (rule: GroupInput["rule"]) =>
  ruleInWords(customerRules, typedRule(new Map(Object.entries(ruleFields(customerRules, rule)))));

/** All groups by name. */
export async function customerGroups({ db }: { db: Db }): Promise<CustomerGroup[]> {
  const rows = await db
    .select()
    .from(customerGroup)
    .orderBy(asc(sql`lower(${customerGroup.name})`));
  return rows.map(groupOf);
}

/** One group; null for a malformed or unknown id. */
export async function customerGroupOf({ db }: { db: Db }, id: string): Promise<CustomerGroup | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db.select().from(customerGroup).where(eq(customerGroup.id, id));
  return row ? groupOf(row) : null;
}

type SaveRefusal = "not-allowed" | "not-found" | "changed-meanwhile" | "name-taken" | "too-many";

/** An advisory lock: names are unique, there are at most sixty, and none is deleted while it is saved. */
const lockGroups = sql`select pg_advisory_xact_lock(hashtext('customer-groups'))`;

/**
 * Makes a group (`id` null) or saves one; audited. Refused: 'not-allowed', 'not-found', 'changed-meanwhile' when
 * somebody else saved since `version`, 'name-taken', 'too-many' beyond sixty.
 */
export async function saveCustomerGroup(
  { db }: Pick<Services, "db">,
  { actor, id, version, input }: { actor: Actor; id: string | null; version: string; input: GroupInput },
): Promise<Done | Refused<SaveRefusal>> {
  if (!can(actor, "customers.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<SaveRefusal>>(db, async (tx) => {
    await tx.execute(lockGroups);
    const before = id === null ? null : await customerGroupOf({ db: tx }, id);
    if (id !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    const [taken] = await tx
      .select({ id: customerGroup.id })
      .from(customerGroup)
      .where(sql`lower(${customerGroup.name}) = lower(${input.name})`);
    if (taken && taken.id !== id) return refused("name-taken");
    if (!before && (await tx.$count(customerGroup)) >= mostGroups) return refused("too-many");
    const [saved] = before
      ? await tx
          .update(customerGroup)
          .set({ ...input, version: sql`${customerGroup.version} + 1` })
          .where(eq(customerGroup.id, before.id))
          .returning({ id: customerGroup.id })
      : await tx.insert(customerGroup).values(input).returning({ id: customerGroup.id });
    await recordAction(tx, {
      actor,
      action: before ? "customer-group.update" : "customer-group.create",
      subject: { kind: "customer-group", id: saved?.id ?? "", name: input.name },
      ...(before && { before: { name: before.name, rule: before.words } }),
      after: { name: input.name, rule: inWords(input.rule) },
    });
    return done();
  });
}

/** Deletes a group; its customers stay as they are. Audited. Refused: 'not-allowed', 'not-found'. */
export async function deleteCustomerGroup(
  { db }: Pick<Services, "db">,
  { actor, id }: { actor: Actor; id: string },
): Promise<Done | Refused<"not-allowed" | "not-found">> {
  if (!can(actor, "customers.edit")) return refused("not-allowed");
  return inTransaction<Done | Refused<"not-found">>(db, async (tx) => {
    await tx.execute(lockGroups);
    const before = await customerGroupOf({ db: tx }, id);
    if (!before) return refused("not-found");
    await tx.delete(customerGroup).where(eq(customerGroup.id, id));
    await recordAction(tx, {
      actor,
      action: "customer-group.delete",
      subject: { kind: "customer-group", id, name: before.name },
      before: { name: before.name, rule: before.words },
    });
    return done();
  });
}
