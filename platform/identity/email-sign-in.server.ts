import { type Answer, answered } from "./answer.server.ts";
import { type AuthAt, type Caller, type Entered, entered, headersOf } from "./caller.server.ts";

/** Signing in with what was sent by mail: a link or a code of six digits. Both work once, for 10 minutes. */
export function enteringByMail(authAt: AuthAt) {
  return {
    /** Sends a link to log in, if there is an account; says nothing about that. */
    async askForLink(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.signInMagicLink({ headers: headersOf(caller), body: { email } });
    },

    /** Refused: 'link-over' when it was used, is older than 10 minutes, or never was. */
    enterByLink(caller: Caller, token: string): Promise<Answer<Entered, "link-over" | "busy">> {
      return answered(
        () =>
          authAt(caller).api.magicLinkVerify({
            headers: headersOf(caller),
            query: { token },
            returnHeaders: true,
          }),
        entered,
        // better-auth refuses a link by leading elsewhere.
        { redirect: "link-over", BANNED: "link-over" },
      );
    },

    /** Sends a code to log in, if there is an account; says nothing about that. */
    async askForCode(caller: Caller, email: string): Promise<void> {
      await authAt(caller).api.sendVerificationOTP({ body: { email, type: "sign-in" } });
    },

    /** Refused: 'wrong-code'. After five wrong ones a new code must be asked for. */
    enterByCode(
      caller: Caller,
      body: { email: string; otp: string },
    ): Promise<Answer<Entered, "wrong-code" | "busy">> {
      return answered(
        () => authAt(caller).api.signInEmailOTP({ headers: headersOf(caller), body, returnHeaders: true }),
        entered,
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
