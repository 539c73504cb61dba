import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../../platform/services.server.ts";
import { runningOffers } from "../cards/read-cards.server.ts";
import type { DisplayPrice } from "../catalogue.ts";
import { priceOf } from "../pricing.ts";

const inBatch = 500;
const nobody = "00000000-0000-0000-0000-000000000000";

const rowShape = z.array(
  z.object({
    id: z.string(),
    slug: z.string(),
    name: z.string(),
    brand: z.string(),
    description: z.string(),
    material: z.string().nullable(),
    category: z.string().nullable(),
    kind: z.string().nullable(),
    gender: z.string().nullable(),
    price: z.coerce.number(),
    original_price: z.coerce.number().nullable(),
    percent: z.number().nullable(),
    pictures: z.array(z.object({ key: z.string(), colour: z.string().nullable() })),
    variants: z.array(
      z.object({
        id: z.string(),
        sku: z.string(),
        size: z.string().nullable(),
        colour: z.string().nullable(),
        stock: z.number(),
        price: z.number().nullable(),
      }),
    ),
  }),
);
type Row = z.infer<typeof rowShape>[number];

/** A product for shopping services. A variant's `price` is in paise. */
export type FeedProduct = Omit<Row, "price" | "original_price" | "percent" | "variants"> & {
  variants: (Omit<Row["variants"][number], "price"> & { price: DisplayPrice })[];
};

/** All active products by id, in batches of 500, so that the catalogue is never in memory at once. */
export async function* feedProducts({
  db,
  clock,
}: Pick<Services, "db" | "clock">): AsyncGenerator<FeedProduct[]> {
  for (let after: string | undefined = nobody; after !== undefined; ) {
    const { rows } = await db.execute(sql`
      with running as (${runningOffers(clock.now())})
      select p.id, p.slug, p.name, p.brand, p.description, p.material, c.name as category, c.kind,
        p.category_specific_data ->> 'gender' as gender, p.price, p.original_price, r.percent,
        (select coalesce(json_agg(json_build_object('key', pp.picture_key, 'colour', pp.colour) order by pp.position), '[]')
          from product_picture pp where pp.product_id = p.id) as pictures,
        (select coalesce(json_agg(json_build_object('id', v.id, 'sku', v.sku, 'size', v.size, 'colour', v.colour,
            'stock', v.stock - v.reserved, 'price', v.price) order by v.position, v.sku), '[]')
          from variant v where v.product_id = p.id) as variants
      from product p left join running r on r.product_id = p.id left join category c on c.id = p.category_id
      where p.status = 'active' and p.id > ${after} order by p.id limit ${inBatch}`);
    const found = rowShape.parse(rows);
    after = found.length < inBatch ? undefined : found.at(-1)?.id;
    yield found.map(withPrices);
  }
}

function withPrices({ price, original_price, percent, variants, ...product }: Row): FeedProduct {
  return {
    ...product,
    variants: variants.map((variant) => ({
      ...variant,
      price: priceOf({ price: variant.price ?? price, originalPrice: original_price }, percent),
    })),
  };
}
