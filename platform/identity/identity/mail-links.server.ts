import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { eq } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../database/database.server.ts";
import type { AuthAt, Caller } from "../caller.server.ts";
import { users } from "../tables.server.ts";

export type LinkPurpose = "verify" | "login" | "recover";

const verifyToken = z.object({ email: z.string(), iat: z.number(), exp: z.number() });

/**
 * Reads better-auth's token for verifying an address (a JWT, HS256). Null for one with a wrong signature. Does not
 * check its expiry: see `expiresAt`, in milliseconds.
 */
export function readVerifyToken(
  secret: string,
  token: string,
): { email: string; issuedAt: number; expiresAt: number } | null {
  const [header, payload, signature, ...more] = token.split(".");
  if (!header || !payload || !signature || more.length > 0) return null;
  const ours = createHmac("sha256", secret).update(`${header}.${payload}`).digest();
  if (!isSame(ours, Buffer.from(signature, "base64url"))) return null;
  const read = verifyToken.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString()));
  if (!read.success) return null;
  const { email, iat, exp } = read.data;
  return { email: email.toLowerCase(), issuedAt: iat * 1_000, expiresAt: exp * 1_000 };
}

/**
 * Proves that a browser entered the password of this address's account at sign-up or login. Together with the emailed
 * token it signs in; alone it does nothing. In: the shop's secret, the address. Out: a cookie value.
 */
function browserProof(secret: string, email: string): string {
  return createHmac("sha256", secret)
    .update(`verifies here: ${email.trim().toLowerCase()}`)
    .digest("base64url");
}

/** Whether `proof` belongs to this address. */
export function isBrowserProof(secret: string, email: string, proof: string): boolean {
  return isSame(Buffer.from(browserProof(secret, email)), Buffer.from(proof));
}

function isSame(ours: Buffer, theirs: Buffer): boolean {
  return ours.length === theirs.length && timingSafeEqual(ours, theirs);
}

/** Reads the state of an emailed link without using it. */
export function mailLinks(authAt: AuthAt, db: Db, secret: string) {
  return {
    /** The proof for a browser, see `browserProof`. */
    browserProof: (email: string) => browserProof(secret, email),

    /**
     * Whether a link still works: 'good', 'verified' (the address is verified already) or 'over' (used, expired or
     * unknown). Read-only.
     */
    async linkState(
      caller: Caller,
      purpose: LinkPurpose,
      token: string,
    ): Promise<"good" | "verified" | "over"> {
      if (purpose !== "verify") {
        const { internalAdapter } = await authAt(caller).$context;
        const found = await internalAdapter.findVerificationValue(nameOf(purpose, token));
        return found && found.expiresAt.getTime() > Date.now() ? "good" : "over";
      }
      const read = readVerifyToken(secret, token);
      if (!read || read.expiresAt < Date.now()) return "over";
      const [user] = await db
        .select({ verified: users.emailVerified })
        .from(users)
        .where(eq(users.email, read.email));
      if (!user) return "over";
      return user.verified ? "verified" : "good";
    },
  };
}

/** The name under which better-auth stores a link (its plugins magic-link and password reset). */
function nameOf(purpose: "login" | "recover", token: string): string {
  if (purpose === "recover") return `reset-password:${token}`;
  return `magic-link:${createHash("sha256").update(token).digest("base64url")}`;
}
