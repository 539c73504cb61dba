import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../../platform/database/database.server.ts";
import { hot } from "../../../platform/database/hot-statements.server.ts";
import type { Customer } from "../../access/actor.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import { address, profile } from "../tables.server.ts";
import { type Address, type AddressLines, maxAddresses } from "./address.ts";

const shown = {
  id: address.id,
  label: address.label,
  name: address.name,
  phone: address.phone,
  line1: address.line1,
  line2: address.line2,
  city: address.city,
  state: address.state,
  postalCode: address.postalCode,
  country: address.country,
  isDefault: address.isDefault,
};

/** A user's address book: the default first, then the oldest. */
export function addressesOf({ db }: { db: Db }, userId: string): Promise<Address[]> {
  return db
    .select(shown)
    .from(address)
    .where(eq(address.userId, userId))
    .orderBy(desc(address.isDefault), asc(address.createdAt), asc(address.id));
}

/**
 * Saves an address that `readAddress` returned: a new one, or over the one with `id`. The first address is the
 * default. An identical address is not stored twice. Refused: 'not-found' (no such address of this user, or no such user),
 * 'too-many-addresses' beyond twenty.
 */
export async function saveAddress(
  { db }: { db: Db },
  { id: userId }: Customer,
  lines: AddressLines,
  { id, isDefault = false }: { id?: string; isDefault?: boolean } = {},
): Promise<Done<{ id: string }> | Refused<"not-found" | "too-many-addresses">> {
  return inTransaction(db, async (tx) => {
    const book = await lockedBook(tx, userId);
    // The account has been deleted meanwhile.
    if (!book) return refused("not-found");
    const old = book.find((one) => one.id === id);
    if (id !== undefined && !old) return refused("not-found");
    const same = old ?? book.find((one) => isSame(one, lines));
    if (!same && book.length >= maxAddresses) return refused("too-many-addresses");
    const stored = same?.id ?? randomUUID();
    if (same) {
      await tx
        .update(address)
        .set({ ...lines, updatedAt: sql`now()` })
        .where(eq(address.id, stored));
    } else {
      await tx.insert(address).values({ id: stored, userId, ...lines, isDefault: book.length === 0 });
    }
    if (isDefault) await makeDefault(tx, userId, stored);
    return done({ id: stored });
  });
}

/**
 * Saves the delivery address of an order: over the address of the same location, keeping its label, or as a new one
 * when there is room. In: a transaction that has locked the user's profile (saveOrderPhone).
 */
export async function saveOrderAddress(tx: Db, userId: string, lines: AddressLines): Promise<void> {
  const { name, phone, line1, line2, city, state, postalCode } = lines;
  await hot(tx).execute(sql`
    with book as materialized (select * from address where user_id = ${userId}),
    given (name, phone, line1, line2, city, state, postal_code) as (
      values (${name}, ${phone}, ${line1}, ${line2}, ${city}, ${state}, ${postalCode})),
    same as materialized (
      select b.id from book b join given g using (line1, line2, postal_code)
      order by b.is_default desc, b.created_at, b.id limit 1),
    corrected as (
      update address a set
        name = g.name, phone = g.phone, city = g.city, state = g.state, updated_at = now()
      from same, given g where a.id = same.id
        and (a.name, a.phone, a.city, a.state) is distinct from (g.name, g.phone, g.city, g.state))
    insert into address (id, user_id, name, phone, line1, line2, city, state, postal_code, label, is_default)
    select gen_random_uuid(), ${userId}, g.*, '', not exists (select from book) from given g
    where not exists (select from same) and (select count(*) from book) < ${maxAddresses}::integer`);
}

/** Makes one address the default. Refused: 'not-found' (no such address of this user). */
export async function chooseDefault(
  { db }: { db: Db },
  { id: userId }: Customer,
  id: string,
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const book = (await lockedBook(tx, userId)) ?? [];
    if (!book.some((one) => one.id === id)) return refused("not-found");
    await makeDefault(tx, userId, id);
    return done();
  });
}

/** Deletes an address; if it was the default, the oldest remaining one becomes it. Refused: 'not-found'. */
export async function deleteAddress(
  { db }: { db: Db },
  { id: userId }: Customer,
  id: string,
): Promise<Done | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const book = (await lockedBook(tx, userId)) ?? [];
    const gone = book.find((one) => one.id === id);
    if (!gone) return refused("not-found");
    await tx.delete(address).where(eq(address.id, id));
    const next = book.find((one) => one.id !== id);
    if (gone.isDefault && next) await makeDefault(tx, userId, next.id);
    return done();
  });
}

/** Locks the user's profile row, so that concurrent changes leave exactly one default. Null without an account. */
async function lockedBook(tx: Db, userId: string): Promise<Address[] | null> {
  const [owner] = await tx.select().from(profile).where(eq(profile.userId, userId)).for("update");
  return owner ? addressesOf({ db: tx }, userId) : null;
}

async function makeDefault(tx: Db, userId: string, id: string): Promise<void> {
  const mine = eq(address.userId, userId);
  await tx
    .update(address)
    .set({ isDefault: false })
    .where(and(mine, eq(address.isDefault, true)));
  await tx
    .update(address)
    .set({ isDefault: true })
    .where(and(mine, eq(address.id, id)));
}

function isSame(one: Address, lines: AddressLines): boolean {
  return Object.entries(lines).every(([field, value]) => new Map(Object.entries(one)).get(field) === value);
}
