import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { type Done, done } from "../refused.ts";

/** So many pieces of a variant. */
export type Wanted = { variantId: string; quantity: number };

/** What is not there: of each variant that is short, how many can still be had. */
export type OutOfStock = { ok: false; refused: "out-of-stock"; short: { variantId: string; left: number }[] };

/** Who moves stock and why, for the ledger. */
export type Reason = { who: string; why: string };

/** Minutes after which pieces that nobody confirmed or paid for go back (design/domain.md, "Stock"). */
export const holdMinutes = 30;

/**
 * Sets pieces aside for an order for thirty minutes, all of them or none. In: a transaction, the id that owns the
 * hold (an order or a return), what is wanted. Variants are locked by id, so that two orders never wait crosswise.
 */
export async function holdStock(tx: Db, owner: string, wanted: Wanted[]): Promise<Done | OutOfStock> {
  const found = await reserved(
    tx,
    wanted,
    sql`
    kept as (
      insert into hold (order_id, variant_id, quantity, expires_at)
      select ${owner}, variant_id, quantity, now() + make_interval(mins => ${holdMinutes}) from there
      on conflict (order_id, variant_id) do update
        set state = 'active', quantity = excluded.quantity, expires_at = excluded.expires_at
        where hold.state = 'released'),
    held as (
      update variant v set held = v.held + t.quantity from there t where v.id = t.variant_id)`,
  );
  if (!found.ok) return found;
  failPoint("after-hold");
  return done();
}

/** Takes pieces out of the stock at once, all or none: for an order that is confirmed by being placed. */
export async function takeStock(
  tx: Db,
  owner: string,
  wanted: Wanted[],
  reason: Reason,
): Promise<Done | OutOfStock> {
  return reserved(
    tx,
    wanted,
    sql`
    kept as (
      insert into hold (order_id, variant_id, quantity, state, expires_at)
      select ${owner}, variant_id, quantity, 'claimed', now() from there
      on conflict (order_id, variant_id) do update set state = 'claimed', quantity = excluded.quantity
        where hold.state = 'released'),
    moved as (
      insert into stock_move (variant_id, sku, delta, who, why)
      select variant_id, sku, -quantity, ${reason.who}, ${reason.why} from there)`,
  );
}

/**
 * Turns what is held into what is sold. Out: whether everything was still held; when not, nothing is changed and
 * the caller may try to take the pieces anew.
 */
export async function claimHold(tx: Db, owner: string, reason: Reason): Promise<boolean> {
  const held = await holdsOf(tx, owner);
  if (held.length === 0 || held.some(({ state }) => state !== "active")) return false;
  await lock(
    tx,
    held.map(({ variant_id }) => variant_id),
  );
  await tx.execute(sql`
    with claimed as (
      update hold set state = 'claimed' where order_id = ${owner} and state = 'active'
      returning variant_id, quantity)
    update variant v set held = v.held - c.quantity from claimed c where v.id = c.variant_id`);
  await tx.execute(sql`
    insert into stock_move (variant_id, sku, delta, who, why)
    select v.id, v.sku, -h.quantity, ${reason.who}, ${reason.why}
    from hold h join variant v on v.id = h.variant_id where h.order_id = ${owner} and h.state = 'claimed'`);
  return true;
}

/** Gives back what an order holds or has taken. Doing it twice gives back once. */
export async function giveBack(tx: Db, owner: string, reason: Reason): Promise<void> {
  const held = await holdsOf(tx, owner);
  const back = held.filter(({ state }) => state !== "released");
  if (back.length === 0) return;
  await lock(
    tx,
    back.map(({ variant_id }) => variant_id),
  );
  await tx.execute(sql`update hold set state = 'released' where order_id = ${owner} and state <> 'released'`);
  const wasHeld = back.filter(({ state }) => state === "active").map(toWanted);
  const wasTaken = back.filter(({ state }) => state === "claimed").map(toWanted);
  if (wasHeld.length > 0) {
    await tx.execute(sql`
      with back as (${asRows(wasHeld)})
      update variant v set held = v.held - b.quantity from back b where v.id = b.variant_id`);
  }
  if (wasTaken.length > 0) await addStock(tx, wasTaken, reason);
}

/** Puts pieces into the stock: what came back from a customer. */
export async function addStock(tx: Db, pieces: Wanted[], { who, why }: Reason): Promise<void> {
  await tx.execute(sql`
    with back as (${asRows(pieces)})
    insert into stock_move (variant_id, sku, delta, who, why)
    select v.id, v.sku, b.quantity, ${who}, ${why} from back b join variant v on v.id = b.variant_id`);
}

/** Whether somebody's pieces have left the stock and not come back. */
export async function hasTaken(tx: Db, owner: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select 1 from hold where order_id = ${owner} and state = 'claimed' limit 1`,
  );
  return rows.length > 0;
}

/** What is held for somebody, locked until the transaction ends. */
async function holdsOf(tx: Db, owner: string) {
  const { rows } = await tx.execute(sql`
    select variant_id, quantity, state from hold where order_id = ${owner} order by variant_id for update`);
  return z
    .array(
      z.object({
        variant_id: z.string(),
        quantity: z.number(),
        state: z.enum(["active", "claimed", "released"]),
      }),
    )
    .parse(rows);
}

/** Whose holds have run out by the database's clock, at most 100; or whether one owner's have. */
export async function expiredHolds(db: Db, owner?: string): Promise<string[]> {
  const whose = owner === undefined ? sql`true` : sql`order_id = ${owner}`;
  const { rows } = await db.execute(sql`
    select distinct order_id from hold where state = 'active' and expires_at <= now() and ${whose} limit 100`);
  return z
    .array(z.object({ order_id: z.string() }))
    .parse(rows)
    .map(({ order_id }) => order_id);
}

/**
 * Locks variants in the order of their ids and, when there are enough pieces of each, does what `deed` does to
 * `there` (variant_id, sku, quantity): in one statement, because everybody else who wants the same waits meanwhile.
 */
async function reserved(tx: Db, wanted: Wanted[], deed: SQL): Promise<Done | OutOfStock> {
  const { rows } = await tx.execute(sql`/* hot */
    with wanted as (${asRows(wanted)}),
    locked as materialized (
      select id, sku, stock - held as available from variant where id in (select variant_id from wanted)
      order by id for no key update),
    short as materialized (
      select w.variant_id, coalesce(l.available, 0) as available
      from wanted w left join locked l on l.id = w.variant_id where coalesce(l.available, 0) < w.quantity),
    there as materialized (
      select w.variant_id, l.sku, w.quantity from wanted w join locked l on l.id = w.variant_id
      where not exists (select from short)),
    ${deed}
    select variant_id, available from short`);
  const short = z.array(z.object({ variant_id: z.string(), available: z.number() })).parse(rows);
  if (short.length === 0) return done();
  const left = short.map(({ variant_id, available }) => ({ variantId: variant_id, left: available }));
  return { ok: false, refused: "out-of-stock", short: left };
}

/** Locks variants in the order of their ids. */
async function lock(tx: Db, ids: string[]): Promise<void> {
  await tx.execute(sql`/* hot */
    select from variant where id = any(${sql.param(ids)}::uuid[]) order by id for no key update`);
}

function asRows(wanted: Wanted[]) {
  const rows = sql.join(
    wanted.map(({ variantId, quantity }) => sql`(${variantId}::uuid, ${quantity}::integer)`),
    sql`, `,
  );
  return sql`select * from (values ${rows}) as w (variant_id, quantity)`;
}

function toWanted({ variant_id, quantity }: { variant_id: string; quantity: number }): Wanted {
  return { variantId: variant_id, quantity };
}
