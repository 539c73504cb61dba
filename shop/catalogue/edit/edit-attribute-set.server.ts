import { eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { freeKey } from "../../text/free-key.ts";
import { lockScale } from "../kinds/attribute-sets.server.ts";
import { type AttributeSet, attributeFields } from "../kinds/attribute-sets.ts";
import { attributeSet, sizeScale } from "../tables.server.ts";
import type { AttributeSetInput, SizeScaleInput } from "./attribute-set-form.ts";

type Ports = Pick<Services, "db">;

export type AttributeSetToEdit = AttributeSet & {
  version: number;
  /** The names of the categories that have it. */
  categories: string[];
};

/** All sets of details by name. In: words of the name, or "". */
export async function attributeSetRows({ db }: Ports, q: string): Promise<AttributeSetToEdit[]> {
  const rows = await db
    .select({
      key: attributeSet.key,
      name: attributeSet.name,
      heading: attributeSet.heading,
      fields: attributeSet.fields,
      measures: attributeSet.measures,
      sizeScale: attributeSet.sizeScale,
      version: attributeSet.version,
      categories: sql<
        string[]
      >`array(select c.name from category c where c.kind = attribute_set.key order by lower(c.name))`,
    })
    .from(attributeSet)
    .where(sql`name ilike search_pattern(${q})`)
    .orderBy(sql`lower(name)`);
  return rows.map((row) => ({ ...row, fields: attributeFields.parse(row.fields) }));
}

/** The set with this key; null when there is none. */
export async function attributeSetToEdit(ports: Ports, key: string): Promise<AttributeSetToEdit | null> {
  return (await attributeSetRows(ports, "")).find((one) => one.key === key) ?? null;
}

/**
 * Makes a set of details (`key` null) or changes one. Products keep the values of fields that it no longer has. In: the
 * actor, the version that was shown. Refused: 'not-found', 'changed-meanwhile', 'name-taken' (capital letters do not
 * count), 'no-scale' (its size scale was deleted).
 */
export async function saveAttributeSet(
  { db }: Ports,
  {
    actor,
    key,
    version,
    input,
  }: { actor: Actor; key: string | null; version: string; input: AttributeSetInput },
): Promise<Done | Refused<"not-found" | "changed-meanwhile" | "name-taken" | "no-scale">> {
  return inTransaction(db, async (tx) => {
    await lockSets(tx);
    const all = await attributeSetRows({ db: tx }, "");
    const before = all.find((one) => one.key === key);
    if (key !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    if (all.some((one) => one.key !== key && one.name.toLowerCase() === input.name.toLowerCase()))
      return refused("name-taken");
    if (input.sizeScale !== null && !(await lockScale(tx, input.sizeScale))) return refused("no-scale");
    const made =
      key ??
      freeKey(input.name, new Set(["new", ...all.map((one) => one.key)]), { longest: 50, other: "set" });
    if (before)
      await tx
        .update(attributeSet)
        .set({ ...input, version: sql`${attributeSet.version} + 1` })
        .where(eq(attributeSet.key, made));
    else await tx.insert(attributeSet).values({ ...input, key: made });
    await recordAction(tx, {
      actor,
      action: before ? "attribute-set.update" : "attribute-set.create",
      subject: { kind: "attribute-set", id: made, name: input.name },
      ...(before && { before: inWords(before) }),
      after: inWords(input),
    });
    return done();
  });
}

/** A set for the audit log. */
function inWords({ name, heading, sizeScale: scale, measures, fields }: AttributeSetInput) {
  const described = fields.map(({ key, label, kind, shown, filter, ...more }) => {
    const facts = [kind, shown === "staff" && "staff only", filter && "filter"].filter(Boolean).join(", ");
    const { required, choices, unit } = { required: false, choices: [], unit: "", ...more };
    return `${label} (${[facts, required && "required", unit, choices.join("/")].filter(Boolean).join(", ")})`;
  });
  return { name, heading, sizeScale: scale, measures: measures.join(", "), fields: described.join("; ") };
}

/** Deletes a set of details. Refused: 'not-found', 'in-use' (a category has it). */
export async function deleteAttributeSet(
  { db }: Ports,
  { actor, key }: { actor: Actor; key: string },
): Promise<Done | Refused<"not-found" | "in-use">> {
  return inTransaction(db, async (tx) => {
    await lockSets(tx);
    // A category that is being made with it waits for this lock, or this waits for it.
    await tx.execute(sql`select from attribute_set where key = ${key} for update`);
    const before = await attributeSetToEdit({ db: tx }, key);
    if (!before) return refused("not-found");
    if (before.categories.length > 0) return refused("in-use");
    await tx.delete(attributeSet).where(eq(attributeSet.key, key));
    await recordAction(tx, {
      actor,
      action: "attribute-set.delete",
      subject: { kind: "attribute-set", id: key, name: before.name },
      before: inWords(before),
    });
    return done();
  });
}

export type SizeScaleToEdit = SizeScaleInput & {
  key: string;
  version: number;
  /** The names of the sets of details and categories that use it. */
  usedBy: string[];
};

/** All size scales in their order. In: words of the name, or "". */
export async function sizeScaleRows({ db }: Ports, q: string): Promise<SizeScaleToEdit[]> {
  const { key, name, sizes, position, version } = sizeScale;
  return db
    .select({
      key,
      name,
      sizes,
      version,
      usedBy: sql<string[]>`array(select s.name from attribute_set s where s.size_scale = size_scale.key
        union all select c.name from category c where c.size_scale = size_scale.key order by 1)`,
    })
    .from(sizeScale)
    .where(sql`name ilike search_pattern(${q})`)
    .orderBy(position, key);
}

/** The scale with this key; null when there is none. */
export async function sizeScaleToEdit(ports: Ports, key: string): Promise<SizeScaleToEdit | null> {
  return (await sizeScaleRows(ports, "")).find((one) => one.key === key) ?? null;
}

/**
 * Makes a size scale (`key` null), as the last one, or changes one; products keep their sizes. In: the actor, the version
 * that was shown.
 * Refused: 'not-found', 'changed-meanwhile', 'name-taken'.
 */
export async function saveSizeScale(
  { db }: Ports,
  {
    actor,
    key,
    version,
    input,
  }: { actor: Actor; key: string | null; version: string; input: SizeScaleInput },
): Promise<Done | Refused<"not-found" | "changed-meanwhile" | "name-taken">> {
  return inTransaction(db, async (tx) => {
    await lockSets(tx);
    const all = await sizeScaleRows({ db: tx }, "");
    const before = all.find((one) => one.key === key);
    if (key !== null && !before) return refused("not-found");
    if (before && String(before.version) !== version) return refused("changed-meanwhile");
    if (all.some((one) => one.key !== key && one.name.toLowerCase() === input.name.toLowerCase()))
      return refused("name-taken");
    const made =
      key ??
      freeKey(input.name, new Set(["new", "sort", ...all.map((one) => one.key)]), {
        longest: 50,
        other: "set",
      });
    const last = sql`(select coalesce(max(position), 0) + 1 from size_scale)`;
    if (before)
      await tx
        .update(sizeScale)
        .set({ ...input, version: sql`${sizeScale.version} + 1` })
        .where(eq(sizeScale.key, made));
    else await tx.insert(sizeScale).values({ ...input, key: made, position: last });
    await recordAction(tx, {
      actor,
      action: before ? "size-scale.update" : "size-scale.create",
      subject: { kind: "size-scale", id: made, name: input.name },
      ...(before && { before: scaleInWords(before) }),
      after: scaleInWords(input),
    });
    return done();
  });
}

const scaleInWords = ({ name, sizes }: SizeScaleInput) => ({ name, sizes: sizes.join(", ") });

/** Deletes a size scale. Refused: 'not-found', 'in-use' (a set of details or a category has it). */
export async function deleteSizeScale(
  { db }: Ports,
  { actor, key }: { actor: Actor; key: string },
): Promise<Done | Refused<"not-found" | "in-use">> {
  return inTransaction(db, async (tx) => {
    await lockSets(tx);
    await tx.execute(sql`select from size_scale where key = ${key} for update`);
    const before = await sizeScaleToEdit({ db: tx }, key);
    if (!before) return refused("not-found");
    if (before.usedBy.length > 0) return refused("in-use");
    await tx.delete(sizeScale).where(eq(sizeScale.key, key));
    await recordAction(tx, {
      actor,
      action: "size-scale.delete",
      subject: { kind: "size-scale", id: key, name: before.name },
      before: scaleInWords(before),
    });
    return done();
  });
}

/** One change of sets and scales at a time: they are rare, and their names must be unique. */
export async function lockSets(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('attribute sets'))`);
}
