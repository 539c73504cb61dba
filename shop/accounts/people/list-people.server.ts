import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../../platform/database/database.server.ts";
import { type PeopleQuery, type PersonRow, peoplePerPage } from "./people.ts";

/** A search that fits more people than these is too wide to be of use; it shows the first of them. */
const mostFound = 1_000;

const personRows = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
    role: z.enum(["user", "admin"]),
    blocked: z.boolean(),
    joined_at: z.coerce.date(),
  }),
);

/**
 * A page of everybody with an account. Searches name, address of mail and phone by any part of them. Out: at most
 * `peoplePerPage` rows, and whether more follow.
 */
export async function listPeople(
  { db }: { db: Db },
  { q, role, sort, descending, page }: PeopleQuery,
): Promise<{ rows: PersonRow[]; more: boolean }> {
  const wanted: SQL[] = [];
  if (role !== "") wanted.push(sql`u.role = ${role}`);
  if (q !== "") wanted.push(sql`u.id in (${found(q)})`);
  const where = wanted.length > 0 ? sql`where ${sql.join(wanted, sql` and `)}` : sql``;
  const way = descending ? sql`desc` : sql`asc`;
  const by = sort === "name" ? sql`lower(u.name) ${way}, u.id ${way}` : sql`u.created_at ${way}, u.id ${way}`;
  const { rows } = await db.execute(sql`
    select u.id, u.name, u.email, u.role, u.banned_at is not null as blocked, u.created_at as joined_at, p.phone
      from users u left join profiles p on p.user_id = u.id
      ${where} order by ${by} limit ${peoplePerPage + 1} offset ${(page - 1) * peoplePerPage}`);
  const people = personRows.parse(rows).map(({ joined_at, ...row }) => ({ ...row, joinedAt: joined_at }));
  return { rows: people.slice(0, peoplePerPage), more: people.length > peoplePerPage };
}

function found(q: string): SQL {
  const words = q.split(/\s+/).slice(0, 5);
  const named = sql.join(
    words.map((word) => sql`search_normal(name || ' ' || email::text) like search_pattern(${word})`),
    sql` and `,
  );
  const digits = q.replace(/\D/g, "");
  const called =
    digits.length >= 4
      ? sql` union (select user_id from profiles where phone like ${`%${digits}%`} limit ${mostFound})`
      : sql``;
  return sql`(select id from users where ${named} limit ${mostFound})${called}`;
}
