import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { hot } from "../../platform/database/hot-statements.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { pictureShape } from "../catalogue/cards/card.ts";
import { runningOffers, variantPicture } from "../catalogue/cards/read-cards.server.ts";
import { priceOf } from "../catalogue/pricing.ts";
import { type Cart, type CartLine, type LineChange, maxPerLine } from "./cart.ts";

const row = z.object({
  id: z.string(),
  variantId: z.string(),
  choices: z.array(
    z.object({ variantId: z.string(), size: z.string().nullable(), colour: z.string().nullable() }),
  ),
  productId: z.string(),
  slug: z.string(),
  name: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
  picture: pictureShape.nullable(),
  price: z.coerce.number(),
  originalPrice: z.coerce.number().nullable(),
  percent: z.number().nullable(),
  priceSeen: z.coerce.number(),
  quantity: z.number(),
  available: z.number(),
  active: z.boolean(),
});

/**
 * A customer's cart at the current stock and prices; nothing is written. Out: lines in the order they were added,
 * each with what changed since the customer last edited it.
 */
export async function cartOf({ db, clock }: Pick<Services, "db" | "clock">, userId: string): Promise<Cart> {
  const now = clock.now();
  const { rows } = await db.execute(sql`
    with running as (${runningOffers(now)})
    select l.id, l.variant_id as "variantId", p.id as "productId", p.slug, p.name, v.size, v.colour,
      l.price_seen as "priceSeen", l.quantity,
      coalesce(v.price, p.price) as price, p.original_price as "originalPrice", r.percent,
      v.stock - v.reserved as available, p.status = 'active' as active,
      (select jsonb_agg(jsonb_build_object('variantId', o.id, 'size', o.size, 'colour', o.colour)
          order by o.position, o.id)
        from variant o where o.product_id = p.id and (o.stock > o.reserved or o.id = v.id)) as choices,
      ${variantPicture} as picture
    from cart_line l
    join variant v on v.id = l.variant_id
    join product p on p.id = v.product_id
    left join running r on r.product_id = p.id
    where l.user_id = ${userId}
    order by l.created_at, l.id`);
  const lines = z.array(row).parse(rows).map(toLine);
  return {
    lines,
    itemCount: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    mrp: lines.reduce((sum, { struck, unit, quantity }) => sum + (struck ?? unit) * quantity, 0),
    total: lines.reduce((sum, { total }) => sum + total, 0),
  };
}

/** The number of units in the cart that can be bought now: the same as `cartOf(...).itemCount`. */
export async function cartCount({ db }: Pick<Services, "db">, userId: string): Promise<number> {
  const { rows } = await hot(db).execute(sql`select ${unitsInCart(userId)} as units`);
  return counts.parse(rows)[0]?.units ?? 0;
}

/**
 * The same as a part of a statement. The user is in a subselect: with a plain parameter PostgreSQL would make a custom
 * plan each time (docs/decisions/0042).
 */
export function unitsInCart(userId: string): SQL {
  return sql`(select coalesce(sum(least(l.quantity, ${maxPerLine}, v.stock - v.reserved)), 0)::integer
    from cart_line l join variant v on v.id = l.variant_id
    join product p on p.id = v.product_id and p.status = 'active'
    where l.user_id = (select ${userId}::uuid))`;
}

const counts = z.array(z.object({ units: z.number() }));

function toLine(found: z.infer<typeof row>): CartLine {
  const { price, originalPrice, percent, priceSeen, active, available: left, ...line } = found;
  const { paid, struck } = priceOf({ price, originalPrice }, percent);
  const available = active ? left : 0;
  const most = Math.min(maxPerLine, Math.max(0, available));
  const quantity = Math.min(line.quantity, most);
  const changes = changesOf(found, paid, available);
  return { ...line, unit: paid, struck, quantity, most, total: paid * quantity, changes };
}

function changesOf(found: z.infer<typeof row>, paid: number, available: number): LineChange[] {
  if (!found.active) return [{ kind: "gone" }];
  if (available <= 0) return [{ kind: "sold-out" }];
  const changes: LineChange[] = [];
  if (available < found.quantity) changes.push({ kind: "fewer", left: available });
  if (paid !== found.priceSeen) changes.push({ kind: "price", was: found.priceSeen, now: paid });
  return changes;
}
