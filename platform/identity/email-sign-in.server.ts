import { type IdentityResult, identityResult } from "./answer.server.ts";
import { type AuthAt, type Caller, headersOf, type SignInResult, signInResult } from "./caller.server.ts";

/** Signing in with an emailed link or six-digit code. Both work once, for 10 minutes. */
export function emailSignIn(authAt: AuthAt) {
  return {
    /** Emails a login link if there is an account; does not reveal whether there is. */
    async sendLink(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.signInMagicLink({ headers: headersOf(caller), body: { email } });
    },

    /** Refused: 'link-over' when it was used, is older than 10 minutes, or is unknown. */
    signInByLink(caller: Caller, token: string): Promise<IdentityResult<SignInResult, "link-over" | "busy">> {
      return identityResult(
        () =>
          authAt(caller).api.magicLinkVerify({
            headers: headersOf(caller),
            query: { token },
            returnHeaders: true,
          }),
        signInResult,
        // better-auth refuses a link by a redirect.
        { redirect: "link-over", BANNED: "link-over" },
      );
    },

    /** Emails a login code if there is an account; does not reveal whether there is. */
    async sendCode(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.sendVerificationOTP({ body: { email, type: "sign-in" } });
    },

    /** Refused: 'wrong-code'. After five wrong codes a new one must be requested. */
    signInByCode(
      caller: Caller,
      body: { email: string; otp: string },
    ): Promise<IdentityResult<SignInResult, "wrong-code" | "busy">> {
      return identityResult(
        () => authAt(caller).api.signInEmailOTP({ headers: headersOf(caller), body, returnHeaders: true }),
        signInResult,
        {
          INVALID_OTP: "wrong-code",
          OTP_EXPIRED: "wrong-code",
          TOO_MANY_ATTEMPTS: "wrong-code",
          BANNED: "wrong-code",
        },
      );
    },
  };
}
