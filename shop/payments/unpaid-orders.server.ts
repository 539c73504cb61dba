import { min, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { reservation } from "../catalogue/tables.server.ts";
import { timeAndDay } from "../dates.ts";
import type { Paise } from "../money.ts";
import { type AdvanceAsked, advanceAsked, dueNow } from "../orders/amount-due.ts";
import type { Order } from "../orders/orders.ts";
import { readOrders } from "../orders/read-orders.server.ts";
import { type PaymentChoices, paymentChoices } from "./pay-on-delivery.server.ts";

/**
 * An online order that is not paid, or not in full: `due`: what is to be paid now, in paise; `asks`: of one
 * that waits for its advance. `reservedUntil`: when its reservation expires, in words; null
 * when it has. `isKept`: a part is paid, so its units are its customer's.
 */
export type UnpaidOrder = Pick<Order, "id" | "paymentStatus"> & {
  due: Paise;
  asks: AdvanceAsked | null;
  isKept: boolean;
  steps: PaymentChoices;
  reservedUntil: string | null;
};

const maxShown = 3;

/** In: the customer's id, as SQL. */
const isUnpaidOf = (userId: SQL) => sql`o.user_id = ${userId} and o.placed_at is not null
  and o.method = 'online' and o.status <> 'cancelled' and o.payment_status in ('pending', 'failed')`;

/**
 * A customer's unpaid online orders, newest first, at most three. The home page asks each time and most customers have
 * none, so that is asked first: reading an order is a long statement, planned each time (docs/decisions/0042).
 */
export async function unpaidOrdersOf(
  ports: Parameters<typeof paymentChoices>[0],
  userId: string,
): Promise<UnpaidOrder[]> {
  const { db } = ports;
  if (!(await hasUnpaid(db, userId))) return [];
  const orders = await readOrders(db, isUnpaidOf(sql`${userId}`), maxShown);
  return Promise.all(
    orders.map(async (order) => ({
      id: order.id,
      paymentStatus: order.paymentStatus,
      due: dueNow(order),
      asks: advanceAsked(order),
      isKept: order.hasPayment,
      steps: await paymentChoices(ports, order),
      reservedUntil: await reservedUntil({ db }, order.id),
    })),
  );
}

const hasRows = z.array(z.object({ has: z.boolean() }));

async function hasUnpaid(db: Db, userId: string): Promise<boolean> {
  const { rows } = await hot(db).execute(
    sql`select exists (select from orders o where ${isUnpaidOf(sql`(select ${userId}::uuid)`)}) as has`,
  );
  return hasRows.parse(rows)[0]?.has ?? false;
}

/** When an unpaid order's reservation expires, in words by the database's clock ("4:10 am"); null without one. */
export async function reservedUntil({ db }: { db: Db }, orderId: string): Promise<string | null> {
  const [found] = await db
    .select({ until: min(reservation.expiresAt) })
    .from(reservation)
    .where(sql`order_id = ${orderId} and state = 'active' and expires_at > now()`);
  return found?.until ? timeAndDay(found.until, await databaseTime(db)) : null;
}
