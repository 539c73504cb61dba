import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { z } from "zod";

/** The path by which hooks recognise this sign-in method. Only our own code calls it; it has no route. */
export const phoneSignInPath = "/sign-in/proven-phone";

/**
 * Starts a session of better-auth for a user whose number was just proven (`signInByPhone`). Its own
 * `phoneNumber` plugin is not used: it stores codes as they are and gives every new account an invented email address
 * (docs/decisions/0032-sign-in-by-phone.md).
 */
export function provenPhoneSignIn() {
  return {
    id: "proven-phone",
    endpoints: {
      signInProvenPhone: createAuthEndpoint(
        phoneSignInPath,
        { method: "POST", body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
        async (context) => {
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(context.body.userId);
          if (!user) throw APIError.from("UNAUTHORIZED", { code: "NO_USER", message: "No such user" });
          const session = await internalAdapter.createSession(user.id);
          await setSessionCookie(context, { session, user });
          return context.json({});
        },
      ),
    },
  } as const;
}
