import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { bySize, type ProductSummary } from "../catalogue/catalogue.ts";
import { wishlistOf } from "./wishlist.server.ts";

/** A size and a colour of a product, null where it has none. */
export type OptionChoice = { size: string | null; colour: string | null };

/** A wishlist entry: the product, and its available variants, smallest size first. */
export type WishlistEntry = { card: ProductSummary; choices: OptionChoice[] };

const row = z.object({ product_id: z.string(), size: z.string().nullable(), colour: z.string().nullable() });

/** A customer's wishlist, newest first, with what is needed to buy from it. */
export async function wishlistPage(
  ports: Pick<Services, "db" | "clock">,
  userId: string,
): Promise<WishlistEntry[]> {
  const cards = await wishlistOf(ports, userId);
  const { rows } = await ports.db.execute(sql`
    select v.product_id, v.size, v.colour from variant v
    join wishlist_entry w on w.product_id = v.product_id and w.user_id = ${userId}
    where v.stock - v.held > 0 order by v.position, v.id`);
  const choices = Map.groupBy(z.array(row).parse(rows), ({ product_id }) => product_id);
  return cards.map((card) => ({
    card,
    choices: (choices.get(card.id) ?? [])
      .map(({ size, colour }) => ({ size, colour }))
      .sort((one, other) => bySize(one.size ?? "", other.size ?? "")),
  }));
}
