import { type IdentityResult, identityResult } from "./answer.server.ts";
import { type AuthAt, type Caller, headersOf, type SignInResult, signInResult } from "./caller.server.ts";

/** Signing in with what was sent by mail: a link or a code of six digits. Both work once, for 10 minutes. */
export function emailSignIn(authAt: AuthAt) {
  return {
    /** Sends a link to log in, if there is an account; says nothing about that. */
    async sendLink(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.signInMagicLink({ headers: headersOf(caller), body: { email } });
    },

    /** Refused: 'link-over' when it was used, is older than 10 minutes, or never was. */
    signInByLink(caller: Caller, token: string): Promise<IdentityResult<SignInResult, "link-over" | "busy">> {
      return identityResult(
        () =>
          authAt(caller).api.magicLinkVerify({
            headers: headersOf(caller),
            query: { token },
            returnHeaders: true,
          }),
        signInResult,
        // better-auth refuses a link by leading elsewhere.
        { redirect: "link-over", BANNED: "link-over" },
      );
    },

    /** Sends a code to log in, if there is an account; says nothing about that. */
    async sendCode(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.sendVerificationOTP({ body: { email, type: "sign-in" } });
    },

    /** Refused: 'wrong-code'. After five wrong ones a new code must be asked for. */
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
