import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { type ReturnReason, returnReasons } from "../../orders/remarks/return-reasons.ts";
import { type ReturnKind, type ReturnState, returnKinds, returnStates } from "../../returns/returns.ts";
import { stateCounts } from "./counters.server.ts";
import { readCursor } from "./order-query.ts";

export type ReturnRow = {
  id: string;
  orderId: string;
  kind: ReturnKind;
  reason: ReturnReason;
  state: ReturnState;
  name: string;
  itemCount: number;
  createdAt: Date;
  place: string;
};

export type ReturnQuery = { state: ReturnState | "open" | null; after: string | null };

export type ReturnListPage = {
  returns: ReturnRow[];
  after: string | null;
  counts: { all: number; open: number } & Record<ReturnState, number>;
};

const pageSize = 25;
/** States that wait for staff. */
const open = ["requested", "approved", "received"] as const;

const rowShape = z.object({
  id: z.string(),
  orderId: z.string(),
  kind: z.enum(returnKinds),
  reason: z.enum(returnReasons),
  state: z.enum(returnStates),
  name: z.string(),
  itemCount: z.coerce.number(),
  createdAt: z.coerce.date(),
  place: z.string(),
});

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
  const [{ rows }, counts] = await Promise.all([
    db.execute(sql`
      select r.id, r.order_id as "orderId", r.kind, r.reason, r.state, o.name, r.created_at as "createdAt",
        (extract(epoch from r.created_at) * 1000000)::bigint || '_' || r.id as place,
        (select coalesce(sum(l.quantity), 0) from return_line l where l.return_id = r.id) as "itemCount"
      from return_request r join orders o on o.id = r.order_id
      where ${fitting(query)} order by r.created_at desc, r.id desc limit ${pageSize + 1}`),
    stateCounts({ db }, "return"),
  ]);
  const read = z.array(rowShape).parse(rows);
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
      received: of("received"),
      closed: of("closed"),
    },
  };
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
