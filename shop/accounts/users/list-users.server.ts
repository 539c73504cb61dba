import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { searchedDigits } from "../customer/formats.ts";
import { type UserQuery, type UserRow, usersPerPage } from "./users.ts";

/** A search that matches more users is too broad; the first of them are shown. */
const maxMatches = 500;

const userRows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    verifiedPhone: z.string().nullable(),
    phone: z.string().nullable(),
    role: z.string(),
    blocked: z.boolean(),
    joinedAt: z.coerce.date(),
  }),
);

/**
 * A page of all accounts. Searches any part of name, email and phone. Out: at most `usersPerPage` rows, and whether
 * more follow.
 */
export async function listUsers(
  { db }: { db: Db },
  { q, role, sort, descending, page }: UserQuery,
): Promise<{ rows: UserRow[]; more: boolean }> {
  const fits = role === "" ? sql`true` : sql`u.role = ${role}`;
  const from = q === "" ? sql`users u where ${fits}` : sql`(${found(q, fits)}) u`;
  const way = descending ? sql`desc` : sql`asc`;
  const by = sort === "name" ? sql`lower(u.name) ${way}, u.id ${way}` : sql`u.created_at ${way}, u.id ${way}`;
  // Phone numbers are read for this page only.
  const { rows } = await db.execute(sql`
    with page as materialized (
      select u.id, u.name, u.email, u.verified_phone, u.role, u.banned_at, u.created_at from ${from}
        order by ${by} limit ${usersPerPage + 1} offset ${(page - 1) * usersPerPage})
    select u.id, u.name, u.email, u.verified_phone as "verifiedPhone", u.role, u.banned_at is not null as blocked,
        u.created_at as "joinedAt", p.phone
      from page u left join profile p on p.user_id = u.id order by ${by}`);
  const people = userRows.parse(rows);
  return { rows: people.slice(0, usersPerPage), more: people.length > usersPerPage };
}

/** The matching users with all columns that the list can be sorted by. */
function found(q: string, fits: SQL): SQL {
  const named = sql.join(
    q
      .split(/\s+/)
      .slice(0, 5)
      .map(
        (word) =>
          sql`search_normal(u.name || ' ' || coalesce(u.email::text, '')) like search_pattern(${word})`,
      ),
    sql` and `,
  );
  const digits = searchedDigits(q);
  const called =
    digits.length >= 4
      ? sql` union (select u.* from users u where ${fits} and u.id in
          (select user_id from profile where phone like ${`%${digits}%`} limit ${maxMatches}))
        union (select u.* from users u where ${fits} and u.verified_phone like ${`%${digits}%`} limit ${maxMatches})`
      : sql``;
  return sql`(select u.* from users u where ${named} and ${fits} limit ${maxMatches})${called}`;
}
