import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { type CodesWithoutRate, untaxedCondition } from "../catalogue/edit/staff-products.server.ts";
import { productValues } from "../catalogue/product-values.server.ts";
import { isUnregistered } from "../settings/gstin.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { hasGstRate } from "../tax/rates.ts";

type Taxation = Pick<ShopSettings, "legal" | "taxRates">;

const codeRows = z.array(z.object({ value: z.string() }));

/** Active products without a GST rate: their number and, by name, the first fifty. */
export async function untaxedProducts(services: Pick<Services, "db" | "clock">, taxation: Taxation) {
  const { rows } = await services.db.execute(sql`
    with untaxed as materialized (
      select p.id, p.name, p.hsn_code from product p where ${untaxedCondition(await codesWithoutRate(services, taxation))})
    select id, name, hsn_code as "hsnCode", (select count(*)::integer from untaxed) as count
    from untaxed order by name, id limit 50`);
  const first = untaxedRows.parse(rows);
  return {
    count: first[0]?.count ?? 0,
    first: first.map(({ id, name, hsnCode }) => ({ id, name, hsnCode })),
  };
}

const untaxedRows = z.array(
  z.object({ id: z.string(), name: z.string(), hsnCode: z.string().nullable(), count: z.number() }),
);

/** The HSN codes of products on sale that have no rate today; none of a business that is not registered for GST. */
export async function codesWithoutRate(
  { db, clock }: Pick<Services, "db" | "clock">,
  taxation: Taxation,
): Promise<CodesWithoutRate> {
  if (isUnregistered(taxation)) return { codes: [], none: false };
  const { rows } = await db.execute(productValues(sql`p.hsn_code`, sql`p.status = 'active'`));
  const [now, own] = [clock.now(), taxation.taxRates];
  const codes = codeRows.parse(rows).map(({ value }) => value);
  return { codes: codes.filter((code) => !hasGstRate(code, now, own)), none: !hasGstRate(null, now, own) };
}
