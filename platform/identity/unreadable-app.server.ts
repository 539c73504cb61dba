import { createAuthEndpoint } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import { type Db, inTransaction } from "../database/database.server.ts";
import { twoFactor, users } from "./tables.server.ts";

/**
 * Finds out whether the authenticator app of an unfinished sign-in was set up under another AUTH_SECRET: what is stored
 * of it cannot be decrypted then, and better-auth fails with each code. Only our own code calls it; it has no route.
 */
export function unreadableApp(db: Db) {
  return {
    id: "unreadable-app",
    endpoints: {
      userWithUnreadableApp: createAuthEndpoint(
        "/two-factor/unreadable-app",
        { method: "POST", metadata: { SERVER_ONLY: true } },
        async (context) => {
          const { internalAdapter, createAuthCookie, secret, secretConfig } = context.context;
          const begun = await context.getSignedCookie(createAuthCookie("two_factor").name, secret);
          const found = begun ? await internalAdapter.findVerificationValue(begun) : null;
          if (!found) return context.json(null);
          const [stored] = await db
            .select({ secret: twoFactor.secret })
            .from(twoFactor)
            .where(eq(twoFactor.userId, found.value));
          if (!stored) return context.json(null);
          const isReadable = await symmetricDecrypt({ key: secretConfig, data: stored.secret }).then(
            () => true,
            () => false,
          );
          return context.json(isReadable ? null : { userId: found.value });
        },
      ),
    },
  } as const;
}

/** Ends an app that nobody can use any more, so that the account can have another. */
export async function endUnreadableApp(db: Db, userId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    await tx.delete(twoFactor).where(eq(twoFactor.userId, userId));
    await tx.update(users).set({ twoFactorEnabled: false }).where(eq(users.id, userId));
  });
}
