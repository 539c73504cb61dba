import { type SQL, sql } from "drizzle-orm";

/*
 * pricing.ts in SQL, for the lists that the database makes until the product index is loaded. A test holds both
 * together.
 */

/**
 * `priceOf(...).paid`. In: price and MRP (may be null) in paise, and the percentage of the best running offer (may be
 * null), as parts of a statement. Out: paise.
 */
export function paidSql({ price, mrp, percent }: { price: SQL; mrp: SQL; percent: SQL }): SQL {
  // `least` ignores null: without an offer the price stays, also one with paise.
  return sql`least(${price}, floor(coalesce(${mrp}, ${price}) * (100 - ${percent}) / 10000.0 + 0.5)::bigint * 100)`;
}

/** `percentOff`. In: the struck-through price and what is paid, in paise. Out: a whole percent. */
export function percentOffSql({ struck, paid }: { struck: SQL; paid: SQL }): SQL {
  return sql`((200 * (${struck} - ${paid}) + ${struck}) / (2 * ${struck}))`;
}
