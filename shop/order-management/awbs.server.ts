import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { type Refused, refused } from "../refused.ts";

/** What carries a number: a parcel, the parcel of an exchange, or the pick-up of a return, with its own or the return's id. */
export type AwbPlace = { of: "parcel" | "exchange" | "pickup"; id: string };

/** A refusal of something that sets an AWB. `other`: with 'awb-used', the order that has the number. */
export type AwbRefused<Reason extends string> = Refused<Reason> & { other?: string };

/**
 * Refuses an AWB that something else has already with the same courier: the one rule of every way in which a number is
 * set. In: the transaction that will write it, so that of two that want the same number one comes after the other; the
 * number with its courier; its place, null for a new one. Out: null when it is free.
 */
export async function awbUsed(
  tx: Db,
  { courier, awb }: { courier: string | null; awb: string | null },
  place: AwbPlace | null,
): Promise<(AwbRefused<"awb-used"> & { other: string }) | null> {
  if (!awb) return null;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`awb ${awb.toUpperCase()}`}))`);
  const found = (await placesOfAwbs(tx, [awb])).find(
    (one) => isSameCourier(one.courier, courier) && !(one.of === place?.of && one.id === place.id),
  );
  return found ? { ...refused("awb-used"), other: found.orderId } : null;
}

/** Whether two couriers are one, by their names in any case. One that is not known may be any. */
export function isSameCourier(one: string | null, other: string | null): boolean {
  return !one || !other || one.trim().toLowerCase() === other.trim().toLowerCase();
}

const places = z.array(
  z.object({
    awb: z.string(),
    courier: z.string().nullable(),
    orderId: z.string(),
    of: z.enum(["parcel", "exchange", "pickup"]),
    id: z.string(),
  }),
);

/**
 * What has one of these numbers, in any case, with its courier and order. Not counted: a parcel of an order that was
 * cancelled before it left, and the pick-up of a return that was rejected or withdrawn.
 */
export async function placesOfAwbs(db: Db, awbs: readonly string[]): Promise<z.infer<typeof places>> {
  const wanted = sql`${sql.param(awbs.map((awb) => awb.toUpperCase()))}::text[]`;
  const { rows } = await db.execute(sql`
    select upper(p.tracking_number) as awb, p.courier, p.order_id as "orderId", 'parcel' as of, p.id
      from parcel p join orders o on o.id = p.order_id
      where upper(p.tracking_number) = any(${wanted}) and not (p.state = 'prepared' and o.status = 'cancelled')
    union all
    select upper(tracking_number), courier, order_id, 'exchange', id from return_request
      where upper(tracking_number) = any(${wanted})
    union all
    select upper(pickup_number), pickup_courier, order_id, 'pickup', id from return_request
      where upper(pickup_number) = any(${wanted}) and state not in ('rejected', 'withdrawn')`);
  return places.parse(rows);
}
