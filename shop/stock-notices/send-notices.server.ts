import { sql } from "drizzle-orm";
import { z } from "zod";
import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { mailStyle } from "../brand/brand.server.ts";
import { buttonTo, writeEmail } from "../emails/write-email.ts";
import { queueEmail } from "../notifications/queue-email.server.ts";
import { queuePush } from "../push/send-push.server.ts";
import { readSettings } from "../settings/settings.server.ts";

const due = z.object({
  email: z.string(),
  userId: z.string().nullable(),
  name: z.string(),
  slug: z.string(),
  size: z.string().nullable(),
  colour: z.string().nullable(),
});

/**
 * Notifies subscribers by email, and on their subscribed devices, of a variant that is back in stock for any reason: an
 * adjustment, a return, an expired reservation. At most 100 emails per call. Out: how many. Row and email in one
 * transaction, so that nobody gets two.
 */
export async function sendStockNotices({
  db,
  mail,
  jobs,
  site,
}: Pick<Services, "db" | "mail" | "jobs" | "site">): Promise<number> {
  const { shopName, opening } = await readSettings(db);
  // They wait: the link would lead to a closed shop.
  if (!opening.isOpen) return 0;
  const origin = site.publicUrl ?? site.localUrl ?? "http://localhost:3000";
  const sender = { shopName, origin, ...(await mailStyle({ db })) };
  return inTransaction(db, async (tx) => {
    const { rows } = await tx.execute(sql`
      with due as (
        select n.variant_id, n.email from stock_notice n
        join variant v on v.id = n.variant_id join product p on p.id = v.product_id
        where v.stock > v.reserved and p.status = 'active'
        order by n.created_at limit 100 for update of n skip locked),
      taken as (
        delete from stock_notice n using due d where n.variant_id = d.variant_id and n.email = d.email
        returning n.variant_id, n.email, n.user_id)
      select t.email::text, t.user_id as "userId", p.name, p.slug, v.size, v.colour
      from taken t join variant v on v.id = t.variant_id join product p on p.id = v.product_id`);
    const waiting = z.array(due).parse(rows);
    for (const { email, userId, name, slug, size, colour } of waiting) {
      const which = [colour, size && `size ${size}`].filter(Boolean).join(", ");
      const title = `${name} is back in stock`;
      const facts = {
        product: name,
        item: which ? `${name} (${which})` : name,
        button: buttonTo(`${origin}/product/${slug}`),
      };
      await queueEmail({ mail }, tx, { kind: "back-in-stock", to: email, origin }, (unsubscribe) =>
        writeEmail({ ...sender, unsubscribe }, "back-in-stock", facts),
      );
      if (userId === null) continue;
      const body = [which, "There may be only a few left."].filter(Boolean).join(". ");
      await queuePush({ jobs }, tx, userId, "back-in-stock", {
        title,
        body,
        path: `/product/${slug}`,
        tag: `stock-${slug}`,
      });
    }
    return waiting.length;
  });
}
