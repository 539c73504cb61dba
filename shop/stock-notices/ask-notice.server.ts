import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Customer, Guest } from "../access/actor.ts";
import { turnEmails } from "../notifications/unsubscribe.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { emailAddress } from "../text/email-address.ts";

/** The most variants per address. */
const maxPerAddress = 50;

/**
 * Subscribes an address to one email when a sold-out variant is back in stock (`sendStockNotices`). In: the variant,
 * the address as typed, and the actor. For customers who use their own address this turns these emails on again. Out:
 * the same for an address that is subscribed already. Refused: 'email-invalid', 'not-found' unless it is a variant of
 * an active product, 'there' when it is in stock, 'too-many' for one address.
 */
export async function requestStockNotice(
  { db }: { db: Db },
  actor: Guest | Customer,
  { variantId, email: typed }: { variantId: string; email: string },
): Promise<Done | Refused<"email-invalid" | "not-found" | "there" | "too-many">> {
  const email = emailAddress.safeParse(typed);
  if (!email.success) return refused("email-invalid");
  if (!z.uuid().safeParse(variantId).success) return refused("not-found");
  const { rows } = await db.execute(sql`
    select v.stock > v.reserved as there,
      (select count(*)::integer from stock_notice where email = ${email.data}::citext) as waiting
    from variant v join product p on p.id = v.product_id where v.id = ${variantId} and p.status = 'active'`);
  const [found] = z.array(z.object({ there: z.boolean(), waiting: z.number() })).parse(rows);
  if (!found) return refused("not-found");
  if (found.there) return refused("there");
  if (found.waiting >= maxPerAddress) return refused("too-many");
  const userId = actor.kind === "customer" ? actor.id : null;
  // Locked, because it may be deleted just now.
  const { rowCount } = await db.execute(sql`
    with there as materialized (select id from variant where id = ${variantId} for key share),
    made as (
      insert into stock_notice (variant_id, email, user_id) select id, ${email.data}, ${userId} from there
      on conflict do nothing)
    select from there`);
  if (rowCount === 0) return refused("not-found");
  if (userId !== null) await turnEmails({ db }, { kind: "back-in-stock", email: email.data }, true, userId);
  return done();
}
