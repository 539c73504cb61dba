import { desc, eq, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "../../../platform/database/database.server.ts";
import { orders } from "../../orders/tables.server.ts";
import { type ReturnState, returnStates } from "../../returns/returns.ts";
import { returnRequest } from "../../returns/tables.server.ts";
import { stateCounts } from "./counters.server.ts";
import { readCursor } from "./order-query.ts";

export type ReturnRow = Awaited<ReturnType<typeof readRows>>[number];

export type ReturnQuery = { state: ReturnState | "open" | null; after: string | null };

export type ReturnListPage = {
  returns: ReturnRow[];
  after: string | null;
  counts: { all: number; open: number } & Record<ReturnState, number>;
};

const pageSize = 25;
/** States that wait for staff. */
const open = ["requested", "approved", "received"] as const;

/** Parses an address; unknown values are dropped. */
export function readReturnQuery(asked: URLSearchParams): ReturnQuery {
  const state = asked.get("state");
  return {
    state: state === "open" ? state : (returnStates.find((known) => known === state) ?? null),
    after: readCursor(asked.get("after")) && asked.get("after"),
  };
}

/** A page of return requests, newest first, with the count of each state. */
export async function listReturns({ db }: { db: Db }, query: ReturnQuery): Promise<ReturnListPage> {
  const [read, counts] = await Promise.all([readRows(db, query), stateCounts({ db }, "return")]);
  const returns = read.slice(0, pageSize);
  const of = (state: ReturnState) => counts.get(state) ?? 0;
  return {
    returns,
    after: read.length > pageSize ? (returns.at(-1)?.place ?? null) : null,
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

function readRows(db: Db, query: ReturnQuery) {
  return db
    .select({
      id: r.id,
      orderId: r.orderId,
      kind: r.kind,
      reason: r.reason,
      state: r.state,
      name: orders.name,
      createdAt: r.createdAt,
      place: sql<string>`(extract(epoch from r.created_at) * 1000000)::bigint || '_' || r.id`,
      itemCount: sql<number>`(select coalesce(sum(l.quantity), 0)::integer from return_line l
        where l.return_id = r.id)`,
    })
    .from(r)
    .innerJoin(orders, eq(orders.id, r.orderId))
    .where(fitting(query))
    .orderBy(desc(r.createdAt), desc(r.id))
    .limit(pageSize + 1);
}

function fitting({ state, after }: ReturnQuery): SQL {
  const place = readCursor(after);
  const conditions = [
    sql`true`,
    ...(state === "open" ? [sql`r.state in ('requested', 'approved', 'received')`] : []),
    ...(state && state !== "open" ? [sql`r.state = ${state}`] : []),
    ...(place
      ? [
          sql`(r.created_at, r.id) <
            (timestamptz 'epoch' + ${place.micros}::bigint * interval '1 microsecond', ${place.id}::uuid)`,
        ]
      : []),
  ];
  return sql.join(conditions, sql` and `);
}
