import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { variantCandidates } from "./candidates.server.ts";
import { type BulkAddResult, type CartRequest, maxPerLine } from "./cart.ts";
import { type Candidate, chooseVariant } from "./choose-variant.ts";

const uuid = z.uuid();

/**
 * Adds one unit of each product to a cart, in one transaction. In: the customer, the product ids (malformed, unknown and
 * unsold ones are ignored), and the options chosen for some of them. Products that still need a size or colour, or are
 * sold out, are skipped and named. A line at its limit of min(stock, 10) stays as it is.
 */
export async function addEachToCart(
  { db, clock }: Pick<Services, "db" | "clock">,
  { id: userId }: Customer,
  productIds: string[],
  chosenOptions: ReadonlyMap<string, Pick<CartRequest, "size" | "colour">> = new Map(),
): Promise<BulkAddResult> {
  const ids = productIds.filter((id) => uuid.safeParse(id).success);
  if (ids.length === 0) return { added: 0, skipped: [] };
  return inTransaction(db, async (tx) => {
    const wanted = sql.join(
      ids.map((id) => sql`${id}::uuid`),
      sql`, `,
    );
    const found = await variantCandidates({ db: tx, clock }, sql`p.id in (${wanted})`);
    const products = Map.groupBy(found, ({ productId }) => productId);
    const chosen: Candidate[] = [];
    const skipped: BulkAddResult["skipped"] = [];
    for (const id of ids) {
      const variants = products.get(id) ?? [];
      const [first] = variants;
      if (!first) continue;
      const choice = chooseVariant(chosenOptions.get(id) ?? { size: null, colour: null }, variants);
      if (choice.ok) chosen.push(choice.value);
      else skipped.push({ name: first.name, why: choice.refused });
    }
    if (chosen.length === 0) return { added: 0, skipped };
    const costs = sql.join(
      chosen.map(({ id, paid }) => sql`(${id}::uuid, ${paid}::bigint)`),
      sql`, `,
    );
    // In the order of variant ids, so that concurrent calls lock in the same order.
    const { rows } = await tx.execute(sql`
      insert into cart_line (user_id, variant_id, quantity, price_seen)
      select ${userId}, v.id, 1, now_costs.paid
      from (values ${costs}) as now_costs (id, paid) join variant v on v.id = now_costs.id
      where v.stock - v.reserved > 0 order by v.id
      on conflict (user_id, variant_id) do update set
        quantity = greatest(1, least(cart_line.quantity + 1, ${maxPerLine},
          (select stock - reserved from variant where id = excluded.variant_id))),
        price_seen = excluded.price_seen
      returning variant_id as id`);
    const stored = new Set(
      z
        .array(z.object({ id: z.string() }))
        .parse(rows)
        .map(({ id }) => id),
    );
    const lost = chosen.filter(({ id }) => !stored.has(id));
    return {
      added: stored.size,
      skipped: [...skipped, ...lost.map(({ name }) => ({ name, why: "out-of-stock" as const }))],
    };
  });
}
