import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { productToEdit } from "./product-to-edit.server.ts";

/**
 * Deletes a product permanently (specification, section 2). Carts, wishlists and reviews lose it; orders keep their
 * snapshots and the stock ledger stays. Refused: 'not-found', and 'reserved' while units are reserved for an unpaid
 * order, which could not be fulfilled.
 */
export async function deleteProduct(
  { db }: Pick<Services, "db">,
  actor: Actor,
  id: string,
): Promise<Done<{ name: string }> | Refused<"not-found" | "reserved">> {
  if (!z.uuid().safeParse(id).success) return refused("not-found");
  return inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1 from product where id = ${id} for update`);
    await tx.execute(sql`select 1 from variant where product_id = ${id} order by id for update`);
    const before = await productToEdit({ db: tx }, id);
    if (!before) return refused("not-found");
    if (before.draft.variants.some(({ reserved }) => reserved > 0)) return refused("reserved");
    await tx.execute(sql`delete from product where id = ${id}`);
    const { name } = before.draft;
    await recordAction(tx, {
      actor,
      action: "product.delete",
      subject: { kind: "product", id, name },
      before: { ...before.draft },
    });
    return done({ name });
  });
}
