import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import { clientKey, consumeAttempt } from "../../platform/limits/limits.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { isPlaced, type Order, type PlacedOrder } from "./orders.ts";
import { orderOf, readOrders } from "./read-orders.server.ts";

const quarter = 15;
const lookups = { most: 30, minutes: quarter };
const tries = { most: 5, minutes: quarter };
/** Without a daily limit all 10,000 numbers could be tried in a few weeks from many addresses. */
const triesOfDay = { most: 20, minutes: 24 * 60 };

/**
 * The signed-in customer's order. In: its id as typed; the short one of their own list is enough. Refused:
 * 'not-found' for a malformed or unknown id, somebody else's, and a prepared order.
 */
export async function trackOwnOrder(
  { db }: { db: Db },
  typed: string,
  userId: string,
): Promise<Done<PlacedOrder> | Refused<"not-found">> {
  const id = readId(typed);
  if (!shortNumber.test(id)) return placed(await orderOf({ db }, id, userId));
  const mine = sql`o.user_id = ${userId} and o.placed_at is not null and left(o.id::text, 8) = ${id}`;
  const [found, another] = await readOrders(db, mine, 2);
  return placed(another ? null : (found ?? null));
}

/**
 * An order by its id for a guest. The caller shows only what an id may reveal
 * (docs/decisions/0015-where-the-specification-is-silent.md): status, dates, item names, city. In: the id as typed,
 * the client address as our server saw it. Refused: 'not-found', 'too-often' after 30 in 15 minutes: misses count per
 * client, hits per client and order, so that a campus behind one address does not lock itself out.
 */
export async function trackOrder(
  { db }: { db: Db },
  typed: string,
  clientAddress: string,
): Promise<Done<PlacedOrder> | Refused<"not-found" | "too-often">> {
  const found = placed(await orderOf({ db }, readId(typed)));
  const client = clientKey(clientAddress);
  const limit = found.ok
    ? { what: "track:order", who: `${client} ${found.value.id}`, ...lookups }
    : { what: "track:client", who: client, ...lookups };
  return (await consumeAttempt({ db }, [limit])) ? found : refused("too-often");
}

/** Whether a typed order number is the short one that shoppers see: the first eight characters of the id. */
export function isShortNumber(typed: string): boolean {
  return shortNumber.test(readId(typed));
}

/**
 * The whole order for somebody who knows the last four digits of its phone number. In: its id as typed, or the short
 * number, which alone reveals nothing. Refused: 'not-found', 'wrong-digits'; 'no-match' for a short number, the same
 * whether the number or the digits are wrong; 'too-often' after five attempts in 15 minutes per client or order
 * number, and after twenty a day per order number.
 */
export async function trackWithPhone(
  { db }: { db: Db },
  typed: string,
  digits: string,
  clientAddress: string,
): Promise<Done<PlacedOrder> | Refused<"not-found" | "wrong-digits" | "no-match" | "too-often">> {
  const id = readId(typed);
  const short = shortNumber.test(id);
  const order = short ? null : await trackOrder({ db }, id, clientAddress);
  if (order && !order.ok) return order;
  // Counted by the short number in both cases, so that no order can be tried twice as often.
  const number = id.slice(0, 8);
  const limits = [
    { what: "track-phone:client", who: clientKey(clientAddress), ...tries },
    { what: "track-phone:order", who: number, ...tries },
    { what: "track-phone:day", who: number, ...triesOfDay },
  ];
  if (!(await consumeAttempt({ db }, limits))) return refused("too-often");
  const last = digits.replace(/[\s-]/g, "");
  const complete = /^\d{4}$/.test(last);
  if (order) return complete && order.value.address.phone.endsWith(last) ? order : refused("wrong-digits");
  if (!complete) return refused("no-match");
  // A range of ids, because the primary key answers it.
  const [found, another] = await readOrders(
    db,
    sql`o.id between ${`${id}-0000-0000-0000-000000000000`} and ${`${id}-ffff-ffff-ffff-ffffffffffff`}
      and o.placed_at is not null and right(o.phone, 4) = ${last}`,
    2,
  );
  const only = placed(another ? null : (found ?? null));
  return only.ok ? only : refused("no-match");
}

const shortNumber = /^[0-9a-f]{8}$/;

/** Ids are pasted from emails and chats, with spaces, line breaks, capitals, a "#". */
function readId(typed: string): string {
  return typed.replace(/[\s#]/g, "").toLowerCase();
}

function placed(order: Order | null): Done<PlacedOrder> | Refused<"not-found"> {
  return order && isPlaced(order) ? done(order) : refused("not-found");
}
