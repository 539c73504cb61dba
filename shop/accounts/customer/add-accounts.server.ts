import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import type { AddressLines } from "./address.ts";

/** A person to make an account for. `email` in lower case, `phone` as "+91XXXXXXXXXX" or null, `address`: as read. */
export type NewAccount = { email: string; name: string; phone: string | null; address: AddressLines | null };

/**
 * Makes accounts without a password in the caller's transaction, in two statements: their owners log in by a code to
 * their address, which proves it. Addresses that have an account are left out. Out: those that got one.
 */
export async function addAccounts(tx: Db, people: readonly NewAccount[]): Promise<string[]> {
  const { rows } = await tx.execute(sql`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
        as g (email text, name text, phone text, address jsonb)),
    made as (
      insert into users (id, name, email) select gen_random_uuid(), name, email from given
      on conflict (email) do nothing returning id, email),
    book as (
      insert into address (id, user_id, label, name, phone, line1, line2, city, state, postal_code, is_default)
      select gen_random_uuid(), m.id, '', a.name, a.phone, a.line1, a.line2, a.city, a.state, a."postalCode", true
      from made m join given g on g.email = m.email, jsonb_to_record(g.address) as a
        (name text, phone text, line1 text, line2 text, city text, state text, "postalCode" text)
      where jsonb_typeof(g.address) = 'object')
    select m.id, m.email, g.phone from made m join given g on g.email = m.email`);
  const made = madeRows.parse(rows);
  // A trigger makes the profiles at the end of the statement above.
  await tx.execute(sql`
    update profile set phone = g.phone, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as g (id uuid, phone text)
    where profile.user_id = g.id and g.phone is not null`);
  return made.map(({ email }) => email);
}

const madeRows = z.array(z.object({ id: z.string(), email: z.string(), phone: z.string().nullable() }));
