import { createAuthEndpoint } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { eq } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";
import { twoFactor } from "./tables.server.ts";

/**
 * Finds out whether the authenticator app of an unfinished sign-in was set up under another AUTH_SECRET: what is stored
 * of it cannot be decrypted then, and better-auth fails with each code. Only our own code calls it; it has no route.
 */
export function unreadableApp(db: Db) {
  return {
    id: "unreadable-app",
    endpoints: {
      hasUnreadableApp: createAuthEndpoint(
        "/two-factor/unreadable-app",
        { method: "POST", metadata: { SERVER_ONLY: true } },
        async (context) => {
          const { internalAdapter, createAuthCookie, secret, secretConfig } = context.context;
          const begun = await context.getSignedCookie(createAuthCookie("two_factor").name, secret);
          const found = begun ? await internalAdapter.findVerificationValue(begun) : null;
          if (!found) return context.json({ isOver: false });
          const [stored] = await db
            .select({ secret: twoFactor.secret })
            .from(twoFactor)
            .where(eq(twoFactor.userId, found.value));
          if (!stored) return context.json({ isOver: false });
          const isReadable = await symmetricDecrypt({ key: secretConfig, data: stored.secret }).then(
            () => true,
            () => false,
          );
          return context.json({ isOver: !isReadable });
        },
      ),
    },
  } as const;
}
