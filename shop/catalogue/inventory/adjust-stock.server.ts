import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../../platform/database/database.server.ts";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../access/actor.ts";
import { actorColumns, actorValues } from "../../access/actor-columns.server.ts";
import { recordAction } from "../../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { product, variant } from "../tables.server.ts";

const adjustmentShape = z.object({
  variantId: z.uuid(),
  delta: z.coerce
    .number()
    .int()
    .min(-1_000_000)
    .max(1_000_000)
    .refine((delta) => delta !== 0),
  expected: z.coerce.number().int().min(0),
  reason: z.string().transform(cleanLine).pipe(z.string().min(1).max(200)),
});

/**
 * Changes a variant's stock by a difference. In: the actor, and a form with the variant, the difference, the stock
 * that was shown, and the reason. Out: the new stock. Refused: 'wrong' with the fields that are, 'not-found',
 * 'changed' with the current stock when it is not what was shown (so a form sent twice acts once), 'too-few' with
 * the stock and the reserved units when less would be left than is reserved, or less than nothing.
 */
export async function adjustStock(
  { db }: Pick<Services, "db">,
  actor: Actor,
  form: Record<"variantId" | "delta" | "expected" | "reason", string>,
): Promise<
  | Done<{ stock: number; sku: string }>
  | Refused<"not-found">
  | { ok: false; refused: "wrong"; fields: readonly string[] }
  | { ok: false; refused: "changed"; stock: number }
  | { ok: false; refused: "too-few"; stock: number; reserved: number }
> {
  const asked = adjustmentShape.safeParse(form);
  if (!asked.success)
    return { ok: false, refused: "wrong", fields: asked.error.issues.map(({ path }) => String(path[0])) };
  const { variantId, delta, expected, reason } = asked.data;
  return inTransaction(db, async (tx) => {
    const [now] = await tx
      .select({ sku: variant.sku, name: product.name, stock: variant.stock, reserved: variant.reserved })
      .from(variant)
      .innerJoin(product, eq(product.id, variant.productId))
      .where(eq(variant.id, variantId))
      .for("no key update", { of: variant });
    if (!now) return refused("not-found");
    if (now.stock !== expected) return { ok: false, refused: "changed", stock: now.stock };
    const stock = now.stock + delta;
    if (stock < now.reserved)
      return { ok: false, refused: "too-few", stock: now.stock, reserved: now.reserved };
    await tx.execute(sql`
      insert into stock_movement (variant_id, sku, delta, ${actorColumns}, reason)
      values (${variantId}, ${now.sku}, ${delta}, ${actorValues(actor)}, ${reason})`);
    await recordAction(tx, {
      actor,
      action: "stock.adjust",
      subject: { kind: "variant", id: variantId, name: `${now.name} (${now.sku})` },
      before: { stock: now.stock },
      after: { stock, reason },
    });
    return done({ stock, sku: now.sku });
  });
}
