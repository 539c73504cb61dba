import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { claimHold, takeStock } from "../catalogue/stock.server.ts";
import { wantedBy } from "../orders/change-order.server.ts";
import type { Order } from "../orders/orders.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { customer, recordEvent } from "../orders/record-event.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type CodRefusal, codRefusal } from "../settings/cod-rules.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { setPaymentStatus } from "./settle.server.ts";

/**
 * Switches an order that was not paid online to cash on delivery. Its pieces are taken now. A payment that still
 * arrives is taken as payment. Refused: 'not-found', 'not-payable' (paid or cancelled), 'out-of-stock', what
 * `codRefusal` says. Switching twice is done once.
 */
export async function payOnDelivery(
  ports: Pick<Services, "db" | "clock">,
  orderId: string,
  userId: string,
): Promise<Done<Order> | Refused<"not-found" | "not-payable" | "out-of-stock" | CodRefusal>> {
  const { policy } = await shopSettings(ports);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId, userId);
    if (!order) return refused("not-found");
    const waits = order.paymentStatus === "pending" || order.paymentStatus === "failed";
    if (!order.placedAt || order.status === "cancelled" || !waits) return refused("not-payable");
    if (order.method !== "online") return done(order);
    const noCash = codRefusal(policy, { total: order.total, pin: order.address.postalCode });
    if (noCash) return refused(noCash);
    const who = customer(userId);
    const reason = { who, why: `order ${order.id}` };
    const taken =
      (await claimHold(tx, order.id, reason)) || (await takeStock(tx, order.id, wantedBy(order), reason)).ok;
    if (!taken) return refused("out-of-stock");
    await tx.execute(sql`update orders set method = 'cod' where id = ${order.id}`);
    await recordEvent(tx, order.id, { kind: "note", who, note: "to be paid on delivery" });
    await setPaymentStatus(tx, order, "pending", who, "to be paid on delivery");
    return done(await reread(tx, order));
  });
}

async function reread(tx: Db, order: Order): Promise<Order> {
  return (await lockOrder(tx, order.id)) ?? order;
}
