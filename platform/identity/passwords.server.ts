import { hasCode, type IdentityResult, identityResult } from "./answer.server.ts";
import type { AuthEmails } from "./better-auth.server.ts";
import {
  type AuthAt,
  type Caller,
  type Cookies,
  headersOf,
  type SignInResult,
  signInResult,
} from "./caller.server.ts";

const badPassword = { PASSWORD_TOO_SHORT: "weak-password", PASSWORD_TOO_LONG: "weak-password" } as const;

/** Signing up and in with a password, and changing it. Passwords have 10 to 128 characters. */
export function passwords(authAt: AuthAt, emails: (origin: string) => AuthEmails) {
  return {
    /**
     * Creates an unverified account and emails the verification link. For an existing account the response and its
     * time are the same, and its owner gets an email about it.
     */
    signUp(
      caller: Caller,
      body: { name: string; email: string; password: string },
    ): Promise<IdentityResult<undefined, "weak-password" | "bad-email" | "busy">> {
      const signUpEmail = () => authAt(caller).api.signUpEmail({ headers: headersOf(caller), body });
      return identityResult(
        // Two at once with one address: the later one is repeated, and finds the account of the earlier.
        () =>
          signUpEmail().catch((error: unknown) => {
            if (!hasCode(error, "FAILED_TO_CREATE_USER")) throw error;
            return signUpEmail();
          }),
        () => undefined,
        { ...badPassword, INVALID_EMAIL: "bad-email", INVALID_PASSWORD: "weak-password" },
      );
    },

    /**
     * Refused: 'wrong-credentials' (unknown address or wrong password, in the same time), 'not-verified' (right
     * password; the link is emailed again), 'busy'.
     */
    signIn(
      caller: Caller,
      body: { email: string; password: string },
    ): Promise<IdentityResult<SignInResult, "wrong-credentials" | "not-verified" | "busy">> {
      return identityResult(
        () => authAt(caller).api.signInEmail({ headers: headersOf(caller), body, returnHeaders: true }),
        signInResult,
        {
          INVALID_EMAIL_OR_PASSWORD: "wrong-credentials",
          INVALID_EMAIL: "wrong-credentials",
          PASSWORD_TOO_LONG: "wrong-credentials",
          EMAIL_NOT_VERIFIED: "not-verified",
          BANNED: "wrong-credentials",
        },
      );
    },

    /** Emails a link to reset the password if there is an account; does not reveal whether there is. */
    async askToRecover(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.requestPasswordReset({ headers: headersOf(caller), body: { email } });
    },

    /** Sets a new password with the emailed token (once, 30 minutes) and ends all sessions. */
    recover(
      caller: Caller,
      token: string,
      newPassword: string,
    ): Promise<IdentityResult<undefined, "link-over" | "weak-password" | "busy">> {
      return identityResult(
        () => authAt(caller).api.resetPassword({ headers: headersOf(caller), body: { token, newPassword } }),
        () => undefined,
        { ...badPassword, INVALID_TOKEN: "link-over", USER_NOT_FOUND: "link-over" },
      );
    },

    /**
     * Changes the caller's password and ends all other sessions; this one continues under a new cookie. Refused:
     * 'wrong-password' (the current one), 'weak-password', 'no-password' (Google sign-in only).
     */
    async changePassword(
      caller: Caller,
      body: { currentPassword: string; newPassword: string },
    ): Promise<IdentityResult<Cookies, "wrong-password" | "weak-password" | "no-password" | "busy">> {
      const answer = await identityResult(
        () =>
          authAt(caller).api.changePassword({
            headers: headersOf(caller),
            body: { ...body, revokeOtherSessions: true },
            returnHeaders: true,
          }),
        ({ headers, response: { user } }) => ({ cookies: headers.getSetCookie(), user }),
        { ...badPassword, INVALID_PASSWORD: "wrong-password", CREDENTIAL_ACCOUNT_NOT_FOUND: "no-password" },
      );
      if (!answer.ok) return answer;
      await emails(caller.origin).passwordChanged(answer.value.user);
      return { ok: true, value: answer.value.cookies };
    },
  };
}
