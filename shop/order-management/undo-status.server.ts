import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { type Actor, isSame } from "../access/actor.ts";
import { actorColumns, actorOf, actorRow } from "../access/actor-columns.server.ts";
import { changeLockedOrder, notifiesCustomer } from "../orders/change-order.server.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import { type Order, type OrderStatus, orderStatuses } from "../orders/orders.ts";
import { type Done, type Refused, refused } from "../refused.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;

const minutes = 10;
const open: OrderStatus[] = ["pending", "confirmed", "processing"];

/**
 * Whether a transition can be undone: it sent no email and moved neither stock nor money. These are the transitions
 * between open states into one without an email (to processing, to pending).
 */
export function canUndo(from: OrderStatus, to: OrderStatus): boolean {
  return open.includes(from) && open.includes(to) && !notifiesCustomer(to);
}

const status = z.enum(orderStatuses);
/** `from_value`: null for being placed. */
const lastStep = z.array(z.object({ ...actorRow, from_value: status.nullable(), to_value: status }));

/**
 * Undoes the last transition of an order within ten minutes, by the same actor. In: the status it led to. The
 * customer is not notified. Refused: 'too-late' when it was somebody else's, older, not the last, or visible to the
 * customer; 'not-found'.
 */
export async function undoStatus(
  ports: Ports,
  actor: Actor,
  orderId: string,
  seen: OrderStatus,
): Promise<Done<Order> | Refused<"not-found" | "too-late">> {
  const mailContext = await readMailContext(ports);
  return withLockedOrder<Order, "not-found" | "too-late">(ports.db, orderId, async (tx, order) => {
    const { rows } = await tx.execute(sql`
      select ${actorColumns}, from_value, to_value from order_event
      where order_id = ${orderId} and kind = 'status' and at > now() - make_interval(mins => ${minutes})
      order by id desc limit 1`);
    const [step] = lastStep.parse(rows);
    if (!step || !isSame(actorOf(step), actor) || step.to_value !== seen || order.status !== seen)
      return refused("too-late");
    if (step.from_value === null || !canUndo(step.from_value, step.to_value)) return refused("too-late");
    const moved = await changeLockedOrder(ports, tx, mailContext, order, {
      to: step.from_value,
      actor,
      remark: { code: "undone" },
      quiet: true,
    });
    if (!moved.ok) return refused("too-late");
    await recordOrderAction(tx, actor, "order.status", order, {
      before: { status: seen },
      after: { status: step.from_value, undone: true },
    });
    return moved;
  });
}
