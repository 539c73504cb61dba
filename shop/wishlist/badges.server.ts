import { sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { unitsInCart } from "../cart/cart-of.server.ts";
import { wishedIds } from "./wishlist.server.ts";

/** What every page shows of a customer's cart (`cartCount`) and wishlist (`wishlistProductIds`). */
export type Badges = { cart: number; wishlistIds: string[] };

const rowsShape = z.array(z.object({ cart: z.number(), wishlistIds: z.array(z.string()) }));

/** Both in one statement, which every page of a customer needs. */
export async function badgesOf({ db }: Pick<Services, "db">, userId: string): Promise<Badges> {
  const { rows } = await hot(db).execute(
    sql`select ${unitsInCart(userId)} as cart, ${wishedIds(userId)} as "wishlistIds"`,
  );
  return rowsShape.parse(rows)[0] ?? { cart: 0, wishlistIds: [] };
}
