import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { type Actor, recorded } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import type { OrderEvent } from "./orders.ts";
import type { EventRemark } from "./remarks/remark.ts";

type NewEvent = { kind: OrderEvent["kind"]; actor: Actor; remark?: EventRemark | null } & Partial<
  Pick<OrderEvent, "from" | "to" | "note">
>;

const written = z.tuple([z.object({ at: z.coerce.date() })]);

/**
 * Appends an order event. The caller holds the order's lock, so that ids are in order. Out: the event with the
 * database's time.
 */
export async function recordEvent(
  tx: Db,
  orderId: string,
  { kind, actor, from = null, to = null, remark = null, note = null }: NewEvent,
): Promise<OrderEvent> {
  const { rows } = await tx.execute(sql`
    insert into order_event (order_id, ${actorColumns}, kind, from_value, to_value, remark, note)
    values (${orderId}, ${actorValues(actor)}, ${kind}, ${from}, ${to}, ${remark && JSON.stringify(remark)}::jsonb, ${note})
    returning at`);
  const [{ at }] = written.parse(rows);
  return { at, actor: recorded(actor), kind, from, to, remark, note };
}
