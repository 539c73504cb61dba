import { randomBytes } from "node:crypto";
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { type MailContext, notifyCustomer } from "../orders/order-notifications.server.ts";
import { isPlaced, type Order, type PlacedOrder } from "../orders/orders.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { ConfirmWay } from "./cod-rules.ts";
import { codConfirmation } from "./tables.server.ts";

/*
 * A rule of the owner asks the customers of some cash orders to confirm them before they are packed: the link proves
 * that somebody reads the address or number that was typed. The order stays pending until staff confirm it, who see
 * whether the customer did.
 */

/**
 * Asks the customer of a cash order to confirm it, by the link that is sent or by a code on the order's page, instead of
 * the usual message that it was placed. In: the transaction that has written the order.
 */
export async function askToConfirm(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  by: ConfirmWay,
): Promise<void> {
  const token = newToken();
  const [asked] = await tx
    .insert(codConfirmation)
    .values({ orderId: order.id, token, confirmBy: by })
    .onConflictDoNothing()
    .returning({ token: codConfirmation.token });
  // It was asked before, and switched to online payment and back.
  if (!asked) return;
  const { kind, confirmPath } = askedBy(order.id, { confirmBy: by, token });
  await notifyCustomer(ports, tx, mailContext, order, kind, { confirmPath });
}

/** The notification that asks for a confirmation, and where it leads. */
function askedBy(
  orderId: string,
  { confirmBy, token }: { confirmBy: string; token: string },
): { kind: "cod-confirm" | "cod-code"; confirmPath: string } {
  return confirmBy === "link"
    ? { kind: "cod-confirm", confirmPath: linkPath(token) }
    : { kind: "cod-code", confirmPath: `/order-confirmation/${orderId}` };
}

/** The same of an order whose customer has still to confirm it; null of any other. */
export async function askedConfirmation(
  { db }: { db: Db },
  { id, status, method }: Pick<Order, "id" | "status" | "method">,
): Promise<ReturnType<typeof askedBy> | null> {
  if (status !== "pending" || method !== "cod") return null;
  const waits = and(eq(codConfirmation.orderId, id), isNull(codConfirmation.confirmedAt));
  const [found] = await db.select().from(codConfirmation).where(waits);
  return found ? askedBy(id, found) : null;
}

/** How the customers of some orders have still to confirm them, by order. */
export async function confirmationsAsked(
  { db }: { db: Db },
  orderIds: readonly string[],
): Promise<Map<string, ConfirmWay>> {
  const waits = and(
    inArray(codConfirmation.orderId, [...orderIds]),
    isNull(codConfirmation.confirmedAt),
    sql`exists (select from orders o where o.id = ${codConfirmation.orderId}
      and o.status = 'pending' and o.method = 'cod')`,
  );
  const found = await db.select().from(codConfirmation).where(waits);
  return new Map(found.map(({ orderId, confirmBy }) => [orderId, confirmBy]));
}

/** What staff see of an order's confirmation; null when none was asked for. `path`: of its link; null for a code. */
export async function confirmationOf(
  { db }: { db: Db },
  orderId: string,
): Promise<{ path: string | null; askedAt: Date; confirmedAt: Date | null } | null> {
  if (!z.uuid().safeParse(orderId).success) return null;
  const [found] = await db.select().from(codConfirmation).where(eq(codConfirmation.orderId, orderId));
  if (!found) return null;
  const { token, askedAt, confirmedAt, confirmBy } = found;
  return { path: confirmBy === "link" ? linkPath(token) : null, askedAt, confirmedAt };
}

/**
 * Replaces the link of an order that its customer has not confirmed: it went to a wrong address, and confirming proves
 * that somebody reads the right one. The caller holds the order's lock. Out: the path that ends; null without a link.
 */
export async function replaceConfirmationLink(tx: Db, orderId: string): Promise<string | null> {
  const waits = and(
    eq(codConfirmation.orderId, orderId),
    eq(codConfirmation.confirmBy, "link"),
    isNull(codConfirmation.confirmedAt),
  );
  const [before] = await tx.select({ token: codConfirmation.token }).from(codConfirmation).where(waits);
  if (!before) return null;
  await tx.update(codConfirmation).set({ token: newToken() }).where(waits);
  return linkPath(before.token);
}

const linkPath = (token: string) => `/confirm/${token}`;
const newToken = () => randomBytes(32).toString("base64url");

/** Whether an order `o` waits for its customer's confirmation, for lists. */
export const waitsForConfirmation = sql`(o.status = 'pending' and o.method = 'cod' and exists (
  select from cod_confirmation c where c.order_id = o.id and c.confirmed_at is null))`;

/** What somebody with a link sees: 'over' for an order that is cancelled, sent, or not paid in cash any more. */
export type LinkedConfirmation = { state: "open" | "confirmed" | "over"; order: PlacedOrder };

/** The order of a link; null for an unknown token. */
export async function linkedConfirmation(
  { db }: { db: Db },
  token: string,
): Promise<LinkedConfirmation | null> {
  const [found] = await db
    .select({ orderId: codConfirmation.orderId, confirmedAt: codConfirmation.confirmedAt })
    .from(codConfirmation)
    .where(and(eq(codConfirmation.token, token), eq(codConfirmation.confirmBy, "link")));
  const order = found && (await orderOf({ db }, found.orderId));
  return order && isPlaced(order) ? { state: confirmationState(order, found.confirmedAt), order } : null;
}

/** What is to be confirmed of an order that was asked about. */
export function confirmationState(
  { status, method }: Order,
  confirmedAt: Date | null,
): LinkedConfirmation["state"] {
  if (method !== "cod" || !["pending", "confirmed", "processing"].includes(status)) return "over";
  return confirmedAt ? "confirmed" : "open";
}

/**
 * The customer confirms a cash order by its link; whoever has it may. Twice is once. The timeline says it. Refused:
 * 'not-found' for an unknown token, 'over' when the order needs no confirmation any more.
 */
export async function confirmByLink(
  { db, clock }: Pick<Services, "db" | "clock">,
  token: string,
): Promise<Done | Refused<"not-found" | "over">> {
  const linked = await linkedConfirmation({ db }, token);
  if (!linked) return refused("not-found");
  return inTransaction<Done | Refused<"not-found" | "over">>(db, async (tx) => {
    const order = await lockOrder(tx, linked.order.id);
    // Another link may have replaced this one meanwhile, for a corrected address.
    if (!order || !(await linkedConfirmation({ db: tx }, token))) return refused("not-found");
    if (confirmationState(order, null) === "over") return refused("over");
    await markConfirmed(tx, clock, order, { kind: "guest" });
    return done();
  });
}

/** Writes that the customer confirmed an order, once, and says it in the timeline. The caller holds its lock. */
export async function markConfirmed(
  tx: Db,
  clock: Services["clock"],
  order: Order,
  actor: Actor,
): Promise<void> {
  const confirmed = await tx
    .update(codConfirmation)
    .set({ confirmedAt: clock.now() })
    .where(and(eq(codConfirmation.orderId, order.id), isNull(codConfirmation.confirmedAt)))
    .returning({ orderId: codConfirmation.orderId });
  if (confirmed.length > 0)
    await recordEvent(tx, order.id, { kind: "note", actor, remark: { code: "confirmed-by-customer" } });
}
