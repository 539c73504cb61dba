import { and, eq, getTableColumns, isNotNull, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { product } from "../catalogue/tables.server.ts";
import type { OfferInput, OfferState } from "./offer-form.ts";
import { offer, offerScope } from "./tables.server.ts";

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
  const [counts] = await db
    .select({
      ended: sql<number>`count(*) filter (where valid_to <= ${at})::integer`,
      coming: sql<number>`count(*) filter (where valid_from > ${at})::integer`,
      running: sql<number>`count(*) filter (where valid_from <= ${at} and valid_to > ${at})::integer`,
    })
    .from(offer);
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

/** One offer with its version, or null. Its products are named by slug. */
export async function offerToEdit(
  db: Db,
  id: string,
): Promise<{ offer: OfferInput; version: number } | null> {
  if (!z.uuid().safeParse(id).success) return null;
  const [row] = await db.select().from(offer).where(eq(offer.id, id));
  if (!row) return null;
  const { title, discountPercent: percent, validFrom, validTo, version } = row;
  const { kind, ref } = offerScope;
  const scoped = await db
    .select({ kind, slug: sql<string>`coalesce(${product.slug}, ${ref})` })
    .from(offerScope)
    .leftJoin(product, and(eq(kind, "product"), sql`${product.id}::text = ${ref}`))
    .where(and(eq(offerScope.offerId, id), or(ne(kind, "product"), isNotNull(product.id))))
    .orderBy(sql`1, 2`);
  const of = (what: (typeof scoped)[number]["kind"]) =>
    scoped.filter((each) => each.kind === what).map(({ slug }) => slug);
  return {
    version,
    offer: {
      title,
      percent,
      validFrom,
      validTo,
      scope: { products: of("product"), categories: of("category"), collections: of("collection") },
    },
  };
}
