import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { isOrderOf, namesIn, type RowsToSort, withVersion } from "../../text/sorted-rows.server.ts";
import { lockCategoryAddresses } from "../category-addresses.server.ts";
import { lockMembership } from "../membership/membership.server.ts";
import { lockSets } from "./edit-attribute-set.server.ts";

/** A list that staff sort by hand: all collections, categories or size scales, or the pinned products of a collection. */
export type SortedBy = keyof typeof whole | { pinnedIn: string };

/** The lists that are sorted as a whole: what an audit entry is about, and what keeps others out meanwhile. */
const whole = {
  collections: { kind: "collection", action: "collection.sort", lock: lockCategoryAddresses },
  categories: { kind: "category", action: "category.sort", lock: lockCategoryAddresses },
  sizes: { kind: "size-scale", action: "size-scale.sort", lock: lockSets },
} as const;

const pinnedIn = (slug: string) => sql`cp.collection_slug = ${slug} and cp.placement > 0`;

function rowsOf(list: SortedBy): SQL {
  if (list === "collections") return sql`select slug as key, name from collection order by position, slug`;
  if (list === "sizes") return sql`select key, name from size_scale order by position, key`;
  if (list === "categories")
    return sql`select c.id::text as key, concat_ws(' › ', up.name, c.name) as name
      from category c left join category up on up.id = c.parent_id order by c.position, lower(c.name), c.id`;
  return sql`select p.id::text as key, p.name from collection_placement cp join product p on p.id = cp.product_id
    where ${pinnedIn(list.pinnedIn)} order by cp.placement, p.id`;
}

/** Writes the place (from 1) of each key where it differs. */
function placing(list: SortedBy, keys: readonly string[]): SQL {
  const places = sql`unnest(${sql.param(keys)}::text[]) with ordinality as place (key, at)`;
  if (list === "collections")
    return sql`update collection c set position = place.at, version = c.version + 1
      from ${places} where c.slug = place.key and c.position <> place.at`;
  if (list === "sizes")
    return sql`update size_scale s set position = place.at, version = s.version + 1
      from ${places} where s.key = place.key and s.position <> place.at`;
  if (list === "categories")
    return sql`update category c set position = place.at, version = c.version + 1
      from ${places} where c.id::text = place.key and c.position <> place.at`;
  return sql`update collection_placement cp set placement = place.at
    from ${places} where ${pinnedIn(list.pinnedIn)} and cp.product_id::text = place.key and cp.placement <> place.at`;
}

/** The rows of a list. */
export async function rowsToSort({ db }: Pick<Services, "db">, list: SortedBy): Promise<RowsToSort> {
  const { rows } = await db.execute(rowsOf(list));
  return withVersion(z.array(z.object({ key: z.string(), name: z.string() })).parse(rows));
}

/**
 * Writes the order of a list (audited). In: the actor, the keys in the new order, and the version that was shown.
 * Refused: 'changed-meanwhile' when the list is another by now, or the keys are not those of its rows.
 */
export async function saveOrderOf(
  { db }: Pick<Services, "db">,
  { actor, list, keys, version }: { actor: Actor; list: SortedBy; keys: readonly string[]; version: string },
): Promise<Done | Refused<"changed-meanwhile">> {
  return inTransaction(db, async (tx) => {
    const sorted = typeof list === "string" ? whole[list] : null;
    await (sorted ? sorted.lock(tx) : lockMembership(tx));
    const before = await rowsToSort({ db: tx }, list);
    if (!isOrderOf(before, keys, version)) return refused("changed-meanwhile");
    await tx.execute(placing(list, keys));
    await recordAction(tx, {
      actor,
      action: sorted?.action ?? "collection.sort-pinned",
      subject:
        typeof list === "string"
          ? { kind: whole[list].kind, id: list, name: list }
          : { kind: "collection", id: list.pinnedIn, name: list.pinnedIn },
      before: { order: before.rows.map(({ name }) => name).join(", ") },
      after: { order: namesIn(before, keys) },
    });
    return done();
  });
}
