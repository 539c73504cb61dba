import { sql } from "drizzle-orm";
import { z } from "zod";
import { orderStatuses } from "../../shop/orders/orders.ts";
import type { PastShop } from "./past-shop.server.ts";

const rows = z.array(
  z.object({
    status: z.enum(orderStatuses),
    method: z.enum(["cod", "online", "whatsapp"]),
    paid: z.boolean(),
    total: z.coerce.number(),
    lines: z
      .array(z.object({ id: z.string(), variantId: z.string().nullable(), quantity: z.number() }))
      .min(1),
  }),
);

/** The state of an order that decides the next actions of staff and customers. */
export type OrderState = z.infer<typeof rows>[number];

export async function stateOf({ services }: PastShop, orderId: string): Promise<OrderState | undefined> {
  const found = await services.db.execute(sql`
    select o.status, o.method, o.total,
      exists (select from received_payment p where p.order_id = o.id and p.effect = 'applied') as paid,
      (select json_agg(json_build_object('id', l.id, 'variantId', l.variant_id, 'quantity', l.quantity)
        order by l.position) from order_line l where l.order_id = o.id) as lines
    from orders o where o.id = ${orderId}`);
  return rows.parse(found.rows)[0];
}
