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
  if (!/^[0-9a-f]{8}$/.test(id)) return placed(await orderOf({ db }, id, userId));
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

/**
 * The whole order for somebody who knows the last four digits of its phone number. Refused: 'not-found',
 * 'wrong-digits', 'too-often' after five attempts in 15 minutes per client or order, and after twenty a day per
 * order.
 */
export async function trackWithPhone(
  { db }: { db: Db },
  typed: string,
  digits: string,
  clientAddress: string,
): Promise<Done<PlacedOrder> | Refused<"not-found" | "wrong-digits" | "too-often">> {
  const limits = [{ what: "track-phone:client", who: clientKey(clientAddress), ...tries }];
  const order = await trackOrder({ db }, typed, clientAddress);
  if (!order.ok) return order;
  const { id, address } = order.value;
  limits.push({ what: "track-phone:order", who: id, ...tries });
  limits.push({ what: "track-phone:day", who: id, ...triesOfDay });
  if (!(await consumeAttempt({ db }, limits))) return refused("too-often");
  const last = digits.replace(/[\s-]/g, "");
  return /^\d{4}$/.test(last) && address.phone.endsWith(last) ? order : refused("wrong-digits");
}

/** Ids are pasted from emails and chats, with spaces, line breaks, capitals, a "#". */
function readId(typed: string): string {
  return typed.replace(/[\s#]/g, "").toLowerCase();
}

function placed(order: Order | null): Done<PlacedOrder> | Refused<"not-found"> {
  return order && isPlaced(order) ? done(order) : refused("not-found");
}
