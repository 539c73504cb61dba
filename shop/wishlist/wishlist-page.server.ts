import { eq, sql } from "drizzle-orm";
import type { Services } from "../../platform/services.server.ts";
import type { ProductSummary } from "../catalogue/catalogue.ts";
import { catalogueShape } from "../catalogue/kinds/attribute-sets.server.ts";
import { variant } from "../catalogue/tables.server.ts";
import { wishlistEntry } from "./tables.server.ts";
import { wishlistOf } from "./wishlist.server.ts";

/** A size and a colour of a product, null where it has none. */
type OptionChoice = { size: string | null; colour: string | null };

/** A wishlist entry: the product, and its available variants, smallest size first. */
export type WishlistEntry = { card: ProductSummary; choices: OptionChoice[] };

/** A customer's wishlist, newest first, with what is needed to buy from it. */
export async function wishlistPage(
  ports: Pick<Services, "db" | "clock" | "live" | "site">,
  userId: string,
): Promise<WishlistEntry[]> {
  const cards = await wishlistOf(ports, userId);
  const { productId, size, colour, position, id } = variant;
  const rows = await ports.db
    .select({ productId, size, colour })
    .from(variant)
    .innerJoin(wishlistEntry, eq(wishlistEntry.productId, productId))
    .where(sql`${wishlistEntry.userId} = ${userId} and ${variant.stock} - ${variant.reserved} > 0`)
    .orderBy(position, id);
  const choices = Map.groupBy(rows, (row) => row.productId);
  const { sizes } = await catalogueShape(ports);
  return cards.map((card) => ({
    card,
    choices: (choices.get(card.id) ?? [])
      .map(({ size, colour }) => ({ size, colour }))
      .sort((one, other) => sizes.compare(one.size ?? "", other.size ?? "")),
  }));
}
