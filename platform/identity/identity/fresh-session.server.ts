import { createHmac, timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../database/database.server.ts";
import type { Caller, SignedIn } from "../caller.server.ts";

const rows = z.array(
  z.object({
    session: z.string(),
    id: z.string(),
    name: z.string(),
    email: z.string(),
    verified: z.boolean(),
    role: z.string(),
    second_factor: z.boolean().nullable(),
  }),
);

/**
 * The usual case of asking who somebody is, in one statement: a cookie that we signed, of a session that is good and
 * not due to be renewed, of a person who is not banned. Null says nothing: then better-auth is to be asked, which
 * renews sessions and answers everything else. `lasting`: seconds for which a session that needs no renewal still holds
 * at least.
 */
export async function freshSession(
  { db, secret, lasting }: { db: Db; secret: string; lasting: number },
  { cookie, origin }: Caller,
): Promise<SignedIn | null> {
  const token = signedToken(cookie ?? "", origin.startsWith("https:") ? "__Host-session" : "session", secret);
  if (token === null) return null;
  const found = await db.execute(sql`/* hot */
    select s.id as session, u.id, u.name, u.email, u.email_verified as verified, u.role,
      u.two_factor_enabled as second_factor
    from sessions s join users u on u.id = s.user_id
    where s.token = ${token} and s.expires_at > now() + make_interval(secs => ${lasting}) and u.banned_at is null`);
  const [person] = rows.parse(found.rows);
  return person
    ? {
        id: person.id,
        sessionId: person.session,
        name: person.name,
        email: person.email,
        emailVerified: person.verified,
        role: person.role === "admin" ? "admin" : "user",
        twoFactorEnabled: person.second_factor === true,
      }
    : null;
}

/** What stands before the signature in the cookie of this name, when the signature is ours. */
function signedToken(cookies: string, name: string, secret: string): string | null {
  const values = cookies.split(";").flatMap((one) => {
    const [key, ...value] = one.trim().split("=");
    return key === name ? [value.join("=")] : [];
  });
  const [value] = values;
  if (value === undefined || values.length > 1 || !/^[\w.~%-]+$/.test(value)) return null;
  const parts = /^([\w-]+)\.([A-Za-z0-9+/]{43}=)$/.exec(decoded(value));
  const [, token, signature] = parts ?? [];
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
