import { eq, getTableColumns, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { OfferInput, OfferState } from "./offer-form.ts";
import { offer } from "./tables.server.ts";

const o = alias(offer, "o");

export type OfferRow = Omit<OfferInput, "scope" | "validFrom" | "validTo"> & {
  id: string;
  state: OfferState;
  /** ISO times. */
  validFrom: string;
  validTo: string;
  products: number;
};

/**
 * Offers, latest end first. In: words of the title, a state or "", the page from 1 and its size. Out: at most `size`
 * of them, whether more follow, and the count of each state.
 */
export async function listOffers(
  { db, clock }: Pick<Services, "db" | "clock">,
  { q, state, page, size }: { q: string; state: OfferState | ""; page: number; size: number },
): Promise<{ offers: OfferRow[]; more: boolean; counts: Record<OfferState, number> }> {
  const now = clock.now();
  const at = now.toISOString();
  const found = await db
    .select({
      ...getTableColumns(o),
      products: sql<number>`(select count(*)::integer from offer_product op where op.offer_id = o.id)`,
    })
    .from(o)
    .where(sql`o.title ilike search_pattern(${q})
      and (${state} = '' or ${state} = case when o.valid_to <= ${at} then 'ended'
        when o.valid_from > ${at} then 'coming' else 'running' end)`)
    .orderBy(sql`o.valid_to desc, o.id`)
    .limit(size + 1)
    .offset((page - 1) * size);
  const counted = await db.execute(sql`
    select count(*) filter (where valid_to <= ${at})::integer as ended,
      count(*) filter (where valid_from > ${at})::integer as coming,
      count(*) filter (where valid_from <= ${at} and valid_to > ${at})::integer as running from offer`);
  const [counts] = z
    .array(z.object({ running: z.number(), coming: z.number(), ended: z.number() }))
    .parse(counted.rows);
  return {
    offers: found.slice(0, size).map(({ discountPercent, validFrom, validTo, version: _, ...row }) => ({
      ...row,
      percent: discountPercent,
      validFrom: validFrom.toISOString(),
      validTo: validTo.toISOString(),
      state: validTo <= now ? "ended" : validFrom > now ? "coming" : "running",
    })),
    more: found.length > size,
    counts: counts ?? { running: 0, coming: 0, ended: 0 },
  };
}

const scopeRows = z.array(z.object({ kind: z.string(), slug: z.string() }));

/** One offer with its version, or null. Its products are named by slug. */
export async function offerToEdit(
  db: Db,
  id: string,
): Promise<{ offer: OfferInput; version: number } | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db.select().from(offer).where(eq(offer.id, id));
  if (!row) return null;
  const { title, discountPercent: percent, validFrom, validTo, version } = row;
  const scoped = await db.execute(sql`
    select s.kind, coalesce(p.slug, s.ref) as slug
    from offer_scope s left join product p on s.kind = 'product' and p.id::text = s.ref
    where s.offer_id = ${id} and (s.kind <> 'product' or p.id is not null) order by 1, 2`);
  const all = scopeRows.parse(scoped.rows);
  const of = (kind: string) => all.filter((each) => each.kind === kind).map(({ slug }) => slug);
  return {
    version,
    offer: {
      ...{ title, percent, validFrom, validTo },
      scope: { products: of("product"), categories: of("category"), collections: of("collection") },
    },
  };
}
