import { inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { product } from "../catalogue/tables.server.ts";
import { hasGstRate, type OwnRates } from "../tax/rates.ts";

const codeRows = z.array(z.object({ code: z.string() }));

/** Active products without a GST rate: their number and, by name, the first fifty. In: the owner's rates. */
export async function untaxedProducts(services: Pick<Services, "db" | "clock">, own: OwnRates) {
  const { db } = services;
  const untaxed = await withoutRate(services, own);
  const { id, name, hsnCode } = product;
  const [count, first] = await Promise.all([
    db.$count(product, untaxed),
    db.select({ id, name, hsnCode }).from(product).where(untaxed).orderBy(name, id).limit(50),
  ]);
  return { count, first };
}

/** The condition for them. A loose index scan finds the codes that there are. */
async function withoutRate(
  { db, clock }: Pick<Services, "db" | "clock">,
  own: OwnRates,
): Promise<SQL | undefined> {
  const { rows } = await db.execute(sql`
    with recursive found (code) as (
      (select hsn_code from product where status = 'active' order by hsn_code limit 1)
      union all
      select (select hsn_code from product where status = 'active' and hsn_code > found.code order by hsn_code limit 1)
        from found where found.code is not null)
    select code from found where code is not null`);
  const now = clock.now();
  const codes = codeRows.parse(rows).map(({ code }) => code);
  const untaxed = inArray(
    product.hsnCode,
    codes.filter((code) => !hasGstRate(code, now, own)),
  );
  const uncoded = hasGstRate(null, now, own) ? untaxed : or(isNull(product.hsnCode), untaxed);
  return sql`${product.status} = 'active' and (${uncoded})`;
}
