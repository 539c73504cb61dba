import { and, eq, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { hot } from "../../platform/database/hot-statements.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import type { Actor } from "../access/actor.ts";
import { actorColumns, actorValues } from "../access/actor-columns.server.ts";
import { type Done, done } from "../refused.ts";
import { reservationMinutes } from "./inventory/inventory.ts";
import type { StockCode } from "./inventory/stock-codes.ts";
import { noStock, type StockPosition } from "./inventory/stock-position.ts";
import { reservation } from "./tables.server.ts";

/** A quantity of a variant. */
export type StockRequest = { variantId: string; quantity: number };

/** The variants that are short, with their available stock. */
export type OutOfStock = { ok: false; refused: "out-of-stock"; short: { variantId: string; left: number }[] };

/** The actor and reason of a stock movement, for the ledger. */
export type StockMovementReason = { actor: Actor; code: StockCode };

/**
 * Reserves units for a new order for 30 minutes, or until a given time, all or none. In: a transaction, the id of the
 * order, the requested units. Variants are locked by id to avoid deadlocks.
 */
export async function reserveStock(
  tx: Db,
  owner: string,
  wanted: StockRequest[],
  until: Date | null = null,
): Promise<Done | OutOfStock> {
  const end = until
    ? sql`${until.toISOString()}::timestamptz`
    : sql`now() + make_interval(mins => ${reservationMinutes})`;
  const found = await reserved(
    tx,
    wanted,
    sql`
    reservation as (
      insert into reservation (order_id, variant_id, quantity, expires_at)
      select ${owner}, variant_id, quantity, ${end} from there),
    reserved as (
      update variant v set reserved = v.reserved + t.quantity from there t where v.id = t.variant_id)`,
  );
  if (!found.ok) return found;
  failPoint("after-reservation");
  return done();
}

/** Moves the end of an order's active reservations. In: a transaction that has locked the order. */
export async function reserveUntil(tx: Db, owner: string, until: Date): Promise<void> {
  await tx
    .update(reservation)
    .set({ expiresAt: until })
    .where(and(eq(reservation.orderId, owner), eq(reservation.state, "active")));
}

/** Takes units out of stock at once, all or none, for an order that is committed when it is placed. */
export async function commitStock(
  tx: Db,
  owner: string,
  wanted: StockRequest[],
  reason: StockMovementReason,
): Promise<Done | OutOfStock> {
  return reserved(
    tx,
    wanted,
    sql`
    moved as (
      insert into stock_movement (variant_id, sku, delta, ${actorColumns}, code, kind, source_id)
      select variant_id, sku, -quantity, ${actorValues(reason.actor)}, ${reason.code}, 'sale', ${owner} from there)`,
  );
}

/** The stock position of an order or an exchange, by variant, from the ledgers. In: its id, locked by the caller. */
async function postedStock(tx: Db, owner: string): Promise<Map<string, StockPosition>> {
  const { rows } = await tx.execute(sql`
    select variant_id, sum(reserved)::integer as reserved, sum(-delta)::integer as out,
      sum(case kind when 'damaged' then -delta else 0 end)::integer as damaged,
      sum(case kind when 'lost' then -delta else 0 end)::integer as lost
    from (
      select variant_id, quantity as reserved, 0 as delta, '' as kind from reservation
        where order_id = ${owner} and state = 'active'
      union all
      select variant_id, 0, delta, kind from stock_movement where source_id = ${owner}) both_ledgers
    group by variant_id`);
  return new Map(
    postedRows
      .parse(rows)
      .map(({ variant_id, ...position }): [string, StockPosition] => [variant_id, position]),
  );
}

const postedRows = z.array(
  z.object({
    variant_id: z.string(),
    reserved: z.number(),
    out: z.number(),
    damaged: z.number(),
    lost: z.number(),
  }),
);

/**
 * Posts the difference between the stock that an order or an exchange should have and what the ledgers say: all or
 * nothing. Posting again posts nothing. In: a transaction that has locked the owner, and the target by variant (a
 * missing variant should have none). Deleted variants are ignored. Refused: 'out-of-stock' when more is needed than
 * is available.
 */
export async function postStock(
  tx: Db,
  owner: string,
  target: ReadonlyMap<string, StockPosition>,
  reason: StockMovementReason,
): Promise<Done | OutOfStock> {
  const posted = await postedStock(tx, owner);
  const changed = [...new Set([...posted.keys(), ...target.keys()])]
    .map((variantId) => ({
      variantId,
      before: posted.get(variantId) ?? noStock,
      after: target.get(variantId) ?? noStock,
    }))
    .filter(({ before, after }) => !samePosition(before, after))
    .sort((one, other) => (one.variantId < other.variantId ? -1 : 1));
  if (changed.length === 0) return done();
  const variants = await lockVariants(
    tx,
    changed.map(({ variantId }) => variantId),
  );
  const steps = changed.flatMap((step) => {
    const variant = variants.get(step.variantId);
    return variant ? [{ ...step, ...variant }] : [];
  });
  const short = steps.flatMap(({ variantId, before, after, available }) => {
    const needed = after.reserved + after.out - before.reserved - before.out;
    return needed > 0 && needed > available ? [{ variantId, left: Math.max(0, available) }] : [];
  });
  if (short.length > 0) return { ok: false, refused: "out-of-stock", short };
  // Reservations are released before stock leaves and made after stock comes in, so that `reserved` never exceeds `stock`.
  await changeReserved(tx, owner, steps, (step) => step < 0);
  const moves = steps.flatMap(movementsOf);
  if (moves.length > 0) {
    const rows = sql.join(
      moves.map(
        ({ variantId, sku, delta, kind }) => sql`(${variantId}::uuid, ${sku}, ${delta}::integer, ${kind})`,
      ),
      sql`, `,
    );
    await tx.execute(sql`
      insert into stock_movement (variant_id, sku, delta, ${actorColumns}, code, kind, source_id)
      select variant_id, sku, delta, ${actorValues(reason.actor)}, ${reason.code}, kind, ${owner}
      from (values ${rows}) as m (variant_id, sku, delta, kind)`);
  }
  await changeReserved(tx, owner, steps, (step) => step > 0);
  return done();
}

type StockMovement = { variantId: string; sku: string; before: StockPosition; after: StockPosition };

function samePosition(one: StockPosition, other: StockPosition): boolean {
  return (
    one.reserved === other.reserved &&
    one.out === other.out &&
    one.damaged === other.damaged &&
    one.lost === other.lost
  );
}

/** The ledger rows of one variant. Together they change the stock by the difference in `out`. */
function movementsOf({ variantId, sku, before, after }: StockMovement) {
  const damaged = before.damaged - after.damaged;
  const lost = before.lost - after.lost;
  const rest = before.out - after.out - damaged - lost;
  return [
    { kind: rest < 0 ? "sale" : "restock", delta: rest },
    { kind: "damaged", delta: damaged },
    { kind: "lost", delta: lost },
  ]
    .filter(({ delta }) => delta !== 0)
    .map((move) => ({ variantId, sku, ...move }));
}

/** Changes reservations: `which` selects the differences to apply now. */
async function changeReserved(
  tx: Db,
  owner: string,
  steps: StockMovement[],
  which: (difference: number) => boolean,
) {
  for (const { variantId, before, after } of steps) {
    const difference = after.reserved - before.reserved;
    if (!which(difference)) continue;
    await tx.execute(
      after.reserved === 0
        ? sql`update reservation set state = ${after.out > 0 ? "claimed" : "released"}
            where order_id = ${owner} and variant_id = ${variantId}`
        : sql`insert into reservation (order_id, variant_id, quantity, expires_at)
            values (${owner}, ${variantId}, ${after.reserved}, now() + make_interval(mins => ${reservationMinutes}))
            on conflict (order_id, variant_id) do update
              set state = 'active', quantity = excluded.quantity, expires_at = excluded.expires_at`,
    );
    await tx.execute(sql`update variant set reserved = reserved + ${difference} where id = ${variantId}`);
  }
}

/**
 * Owners whose reservations have expired by the database's clock, at most 100, those looked at longest ago first; or
 * whether one owner's have.
 */
export async function expiredReservations(db: Db, owner?: string): Promise<string[]> {
  const whose = owner === undefined ? undefined : eq(reservation.orderId, owner);
  const expired = await db
    .select({ owner: reservation.orderId })
    .from(reservation)
    .where(and(sql`state = 'active' and expires_at <= now()`, whose))
    .groupBy(reservation.orderId)
    .orderBy(sql`min(checked_at) nulls first, min(expires_at)`)
    .limit(100);
  return expired.map(({ owner }) => owner);
}

/** Stores that the release looked at an owner's reservations. */
export async function markReservationsChecked(db: Db, owner: string): Promise<void> {
  await db.update(reservation).set({ checkedAt: sql`now()` }).where(eq(reservation.orderId, owner));
}

/**
 * Locks variants in the order of their ids and, when all are available, runs `action` on `there` (variant_id, sku,
 * quantity), in one statement, because concurrent requests for the same variants wait meanwhile.
 */
async function reserved(tx: Db, wanted: StockRequest[], action: SQL): Promise<Done | OutOfStock> {
  const { rows } = await hot(tx).execute(sql`
    with wanted as (${asRows(wanted)}),
    locked as materialized (
      select id, sku, stock - reserved as available from variant where id in (select variant_id from wanted)
      order by id for no key update),
    short as materialized (
      select w.variant_id, coalesce(l.available, 0) as available
      from wanted w left join locked l on l.id = w.variant_id where coalesce(l.available, 0) < w.quantity),
    there as materialized (
      select w.variant_id, l.sku, w.quantity from wanted w join locked l on l.id = w.variant_id
      where not exists (select from short)),
    ${action}
    select variant_id, available from short`);
  const short = shortRows.parse(rows);
  if (short.length === 0) return done();
  const left = short.map(({ variant_id, available }) => ({ variantId: variant_id, left: available }));
  return { ok: false, refused: "out-of-stock", short: left };
}

const shortRows = z.array(z.object({ variant_id: z.string(), available: z.number() }));

/** Locks variants in the order of their ids. Out: the existing ones with their available stock. */
async function lockVariants(tx: Db, ids: string[]): Promise<Map<string, { sku: string; available: number }>> {
  const { rows } = await hot(tx).execute(sql`
    select id, sku, stock - reserved as available from variant where id = any(${sql.param(ids)}::uuid[])
    order by id for no key update`);
  const found = lockedRows.parse(rows);
  return new Map(found.map(({ id, ...variant }) => [id, variant]));
}

const lockedRows = z.array(z.object({ id: z.string(), sku: z.string(), available: z.number() }));

function asRows(wanted: StockRequest[]) {
  const ids = sql.param(wanted.map(({ variantId }) => variantId));
  const quantities = sql.param(wanted.map(({ quantity }) => quantity));
  return sql`select * from unnest(${ids}::uuid[], ${quantities}::integer[]) as w (variant_id, quantity)`;
}
