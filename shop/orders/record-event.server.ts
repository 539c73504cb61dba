import type { Db } from "../../platform/database/database.server.ts";
import { type Actor, recorded } from "../access/actor.ts";
import type { OrderEvent } from "./orders.ts";
import type { EventRemark } from "./remarks/remark.ts";
import { orderEvent } from "./tables.server.ts";

type NewEvent = { kind: OrderEvent["kind"]; actor: Actor; remark?: EventRemark | null } & Partial<
  Pick<OrderEvent, "from" | "to" | "note">
>;

/**
 * Appends an order event. The caller holds the order's lock, so that ids are in order. Out: the event with the
 * database's time.
 */
export async function recordEvent(
  tx: Db,
  orderId: string,
  { kind, actor, from = null, to = null, remark = null, note = null }: NewEvent,
): Promise<OrderEvent> {
  const by = recorded(actor);
  const event = { kind, from, to, remark, note };
  const [written] = await tx
    .insert(orderEvent)
    .values({ orderId, actorKind: by.kind, actorId: by.id, actorName: by.name, ...event })
    .returning({ at: orderEvent.at });
  if (!written) throw new Error("no event was written");
  return { at: written.at, actor: by, ...event };
}
