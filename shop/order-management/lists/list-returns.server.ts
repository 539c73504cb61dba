import { count, desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../../platform/database/database.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import { orders } from "../../orders/tables.server.ts";
import { type ReturnState, returnStates } from "../../returns/returns.ts";
import { returnRequest } from "../../returns/tables.server.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { stateCounts } from "./counters.server.ts";
import { matches, waysToFind } from "./find-orders.server.ts";
import { maxSearchLength, readId } from "./order-query.ts";

export type ReturnRow = Awaited<ReturnType<typeof readRows>>[number];

/** `q`: what is looked for among the orders, as in their list; "" for all. `customer`: the id of an account. */
export type ReturnQuery = {
  state: ReturnState | "open" | null;
  q: string;
  customer: string | null;
  after: string | null;
};

export type ReturnListPage = {
  returns: ReturnRow[];
  after: string | null;
  counts: { all: number; open: number } & Record<ReturnState, number>;
};

const pageSize = 25;
/** A search is among the newest orders with a return that it finds. */
const maxFound = 1_000;
/** States that wait for staff. */
const open = ["requested", "approved", "received"] as const;

/** Parses an address; unknown values are dropped. */
export function readReturnQuery(asked: URLSearchParams): ReturnQuery {
  const state = asked.get("state");
  return {
    state: state === "open" ? state : (returnStates.find((known) => known === state) ?? null),
    q: cutText(cleanLine(asked.get("q") ?? ""), maxSearchLength),
    customer: readId(asked.get("customer")),
    after: readId(asked.get("after")),
  };
}

/**
 * A page of return requests, newest first, with the count of each state. A search finds the returns of the orders that
 * the list of orders finds by the same words, among them the AWB with which a return comes back.
 */
export async function listReturns({ db }: { db: Db }, query: ReturnQuery): Promise<ReturnListPage> {
  const ways = await waysToFind(db, query.q);
  const hasReturn = sql`exists (select from return_request r where r.order_id = o.id)`;
  const among = query.customer ? sql`${hasReturn} and o.user_id = ${query.customer}` : hasReturn;
  const isNarrowed = ways !== null || query.customer !== null;
  const found = isNarrowed ? matches(among, ways, maxFound, sql`o.placed_at desc, o.id desc`) : null;
  const [read, counts] = await Promise.all([
    readRows(db, query, found),
    found ? countFound(db, found) : stateCounts({ db }, "return"),
  ]);
  const returns = read.slice(0, pageSize);
  const of = (state: ReturnState) => counts.get(state) ?? 0;
  return {
    returns,
    after: read.length > pageSize ? (returns.at(-1)?.id ?? null) : null,
    counts: {
      all: returnStates.reduce((sum, state) => sum + of(state), 0),
      open: open.reduce((sum, state) => sum + of(state), 0),
      requested: of("requested"),
      approved: of("approved"),
      rejected: of("rejected"),
      withdrawn: of("withdrawn"),
      received: of("received"),
      closed: of("closed"),
    },
  };
}

const r = alias(returnRequest, "r");

/** The number of returns of some orders in each state. In: a subquery with the ids of the orders. */
async function countFound(db: Db, found: SQL): Promise<Map<string, number>> {
  const counted = await db
    .select({ state: r.state, n: count() })
    .from(r)
    .where(sql`r.order_id in (${found})`)
    .groupBy(r.state);
  return new Map(counted.map(({ state, n }) => [state, n]));
}

function readRows(db: Db, query: ReturnQuery, found: SQL | null) {
  return db
    .select({
      id: r.id,
      orderId: r.orderId,
      kind: r.kind,
      reason: r.reason,
      state: r.state,
      name: orders.name,
      sentAt: r.sentAt,
      pickupCourier: r.pickupCourier,
      pickupNumber: r.pickupNumber,
      pickupFailure: r.pickupFailure,
      createdAt: r.createdAt,
      itemCount: sql<number>`(select coalesce(sum(l.quantity), 0)::integer from return_line l
        where l.return_id = r.id)`,
    })
    .from(r)
    .innerJoin(orders, eq(orders.id, r.orderId))
    .where(fitting(query, found))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(pageSize + 1);
}

function fitting({ state, after }: ReturnQuery, found: SQL | null): SQL {
  const conditions = [
    found ? sql`r.order_id in (${found})` : sql`true`,
    ...(state === "open" ? [sql`r.state in ('requested', 'approved', 'received')`] : []),
    ...(state && state !== "open" ? [sql`r.state = ${state}`] : []),
    ...(after
      ? [sql`(r.created_at, r.id) < (select c.created_at, c.id from return_request c where c.id = ${after})`]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}
