import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../database/database.server.ts";
import { hot } from "../../database/hot-statements.server.ts";
import type { Caller, SignedIn } from "../caller.server.ts";
import { sessionHasEnded } from "../tables.server.ts";

const rows = z.array(
  z.object({
    session: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    verified_phone: z.string().nullable(),
    role: z.string(),
    role_name: z.string(),
    permissions: z.array(z.string()),
    role_second_factor: z.boolean().nullable(),
    second_factor: z.boolean(),
    due: z.boolean(),
  }),
);

/**
 * The user of a request in one statement: a signed cookie of a session that is not expired, of a user who is not
 * banned; else null. `lasting`: sessions valid for at least so many seconds need no renewal.
 */
export async function userOfSession(
  { db, secret, lasting }: { db: Db; secret: string; lasting: number },
  { cookie, origin }: Caller,
): Promise<{ person: SignedIn; renewalDue: boolean } | null> {
  const name = origin.startsWith("https:") ? "__Host-session" : "session";
  const token = signedToken(cookie ?? "", name, secret);
  if (token === null) return null;
  const found = await hot(db).execute(sql`
    select session.id as session, users.id, users.name, email, verified_phone, users.role,
      coalesce(role.name, '') as role_name, coalesce(role.permissions, '{}') as permissions,
      role.second_factor as role_second_factor,
      second_factor_at is not null as second_factor,
      expires_at <= now() + make_interval(secs => ${lasting}) as due
    from session join users on users.id = user_id left join role on role.key = users.role
    where token = ${token} and expires_at > now() and not (${sessionHasEnded}) and banned_at is null`);
  const [row] = rows.parse(found.rows);
  if (!row) return null;
  const { id, session: sessionId, email, verified_phone, role_name, permissions, role_second_factor } = row;
  return {
    person: {
      id,
      sessionId,
      name: row.name,
      email,
      verifiedPhone: verified_phone,
      role: { key: row.role, name: role_name, permissions, secondFactor: role_second_factor },
      secondFactorGiven: row.second_factor,
    },
    renewalDue: row.due,
  };
}

/** The value of the first cookie of this name with a valid signature: `localhost` may have several. */
function signedToken(cookies: string, name: string, secret: string): string | null {
  for (const one of cookies.split(";")) {
    const [key, ...value] = one.trim().split("=");
    const token = key === name ? ownToken(value.join("="), secret) : null;
    if (token !== null) return token;
  }
  return null;
}

function ownToken(value: string, secret: string): string | null {
  const [, token, signature] = /^([\w-]+)\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value)) ?? [];
  if (token === undefined || signature === undefined) return null;
  const ours = createHmac("sha256", secret).update(token).digest();
  const theirs = Buffer.from(signature, "base64");
  return theirs.length === ours.length && timingSafeEqual(ours, theirs) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return "";
  }
}
