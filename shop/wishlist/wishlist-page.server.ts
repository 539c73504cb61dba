import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { bySize, type ProductCard } from "../catalogue/catalogue.ts";
import { wishlistOf } from "./wishlist.server.ts";

/** A wish: the product, and the sizes of it that can be bought now (empty for what has no sizes). */
export type Wish = { card: ProductCard; sizes: string[] };

const sizeRow = z.object({ product_id: z.string(), size: z.string() });

/** Everything on a person's wishlist, newest first, with what is needed to buy it. In: the person's id. */
export async function wishlistPage(ports: Pick<Services, "db" | "clock">, userId: string): Promise<Wish[]> {
  const cards = await wishlistOf(ports, userId);
  const { rows } = await ports.db.execute(sql`
    select distinct v.product_id, v.size from variant v
    join wishlist_entry w on w.product_id = v.product_id and w.user_id = ${userId}
    where v.size is not null and v.stock - v.held > 0`);
  const sizes = z.array(sizeRow).parse(rows);
  return cards.map((card) => ({
    card,
    sizes: sizes
      .filter((row) => row.product_id === card.id)
      .map(({ size }) => size)
      .sort(bySize),
  }));
}
