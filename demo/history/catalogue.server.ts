import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Random } from "./random.ts";

const rows = z.array(
  z.object({
    variantId: z.string(),
    productId: z.string(),
    size: z.string().nullable(),
    colour: z.string().nullable(),
    sku: z.string(),
    stock: z.number(),
    price: z.coerce.number(),
    since: z.coerce.date(),
  }),
);

export type Piece = z.infer<typeof rows>[number];

/** The available products, and the units sold so far in the history. */
export type Catalogue = {
  /** A random variant that is available at that time in this quantity; undefined when there is none. */
  choose(at: Date, pieces: number, random: Random): Piece | undefined;
  /** A complementary product. */
  companion(of: Piece, at: Date, random: Random): Piece | undefined;
  /** The same product in another size or colour, at the same price. */
  instead(variantId: string, random: Random): Piece | undefined;
  /** Counts units as sold (or as returned, below 0). */
  take(variantId: string, pieces: number): void;
  left(variantId: string): number;
  /** The codes of the coupons that run at that time, always in the same order. */
  couponsAt(at: Date): string[];
  /** Every variant, by its SKU. */
  pieces: readonly Piece[];
};

const couponRows = z.array(z.object({ code: z.string(), from: z.coerce.date(), to: z.coerce.date() }));

/** The units of a variant that remain: variants that the demo shows as available stay available. */
const spared = 2;

export async function readCatalogue(db: Db): Promise<Catalogue> {
  const found = await db.execute(sql`
    select v.id as "variantId", p.id as "productId", v.size, v.colour, v.sku, v.stock,
      coalesce(v.price, p.price) as price, p.created_at as since
    from variant v join product p on p.id = v.product_id where p.status = 'active' order by v.sku`);
  const pieces = rows.parse(found.rows);
  const coupons = couponRows.parse(
    (
      await db.execute(sql`
        select code, valid_from as from, valid_to as to from coupon where active order by value desc, code`)
    ).rows,
  );
  const products = [...Map.groupBy(pieces, ({ productId }) => productId).values()];
  const stock = new Map(pieces.map(({ variantId, stock }) => [variantId, stock]));
  const left = (variantId: string) => stock.get(variantId) ?? 0;
  const free = ({ variantId }: Piece) => left(variantId) - spared;
  const chooseFrom = (variants: Piece[] | undefined, at: Date, wanted: number, random: Random) => {
    const there = (variants ?? []).filter((one) => free(one) >= wanted && one.since < at);
    return there.length > 0 ? random.pick(there) : undefined;
  };
  const placeOf = new Map(products.map(([first], place) => [first?.productId, place]));
  return {
    pieces,
    left,
    couponsAt: (at) => coupons.filter(({ from, to }) => from <= at && at < to).map(({ code }) => code),
    take: (variantId, count) => void stock.set(variantId, left(variantId) - count),
    choose(at, wanted, random) {
      for (let tries = 0; tries < 40; tries++) {
        // A few products sell far more than the rest, as in any shop.
        const place = Math.floor(products.length * random.next() ** 2.2);
        // 257 and the number of products have no common factor, so that best sellers are spread over all categories.
        const found = chooseFrom(products[(place * 257) % products.length], at, wanted, random);
        if (found) return found;
      }
      return undefined;
    },
    companion: ({ productId }, at, random) =>
      chooseFrom(products[((placeOf.get(productId) ?? 0) * 7 + 31) % products.length], at, 1, random),
    instead(variantId, random) {
      const bought = pieces.find((one) => one.variantId === variantId);
      const others = pieces.filter(
        (one) =>
          one.productId === bought?.productId &&
          one.variantId !== variantId &&
          one.price === bought.price &&
          free(one) >= 1,
      );
      return others.length > 0 ? random.pick(others) : undefined;
    },
  };
}
