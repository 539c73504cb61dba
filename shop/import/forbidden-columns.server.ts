import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { type Actor, can } from "../access/actor.ts";
import type { OwnColumn } from "./draft.ts";

const priceColumns: OwnColumn[] = ["Price", "MRP", "Cost per item", "Variant price", "Variant cost"];
const stockColumns: OwnColumn[] = ["Stock"];

/**
 * Excludes the pending products of a run whose file sets prices or stock, when the actor may not change those, as the
 * product form does (`forbiddenChanges`). Files in Shopify's format always set both.
 */
export async function excludeForbidden(tx: Db, runId: string, actor: Actor): Promise<void> {
  const rules = [
    { permission: "prices.edit", columns: priceColumns, code: "prices-not-allowed" },
    { permission: "stock.adjust", columns: stockColumns, code: "stock-not-allowed" },
  ] as const;
  for (const { permission, columns, code } of rules) {
    if (can(actor, permission)) continue;
    await tx.execute(sql`
      update import_product set state = 'skipped', message = ${JSON.stringify({ code })}::jsonb
      where run_id = ${runId} and state = 'waiting'
        and not coalesce(draft->'absent', '[]') ?& ${sql.param(columns)}::text[]`);
  }
}
