import { type Answer, answered } from "./answer.server.ts";
import { type AuthAt, type Caller, type Cookies, type Entered, entered, headersOf } from "./caller.server.ts";

const wrong = {
  INVALID_CODE: "wrong-code",
  INVALID_BACKUP_CODE: "wrong-code",
  TOTP_NOT_ENABLED: "wrong-code",
  BACKUP_CODES_NOT_ENABLED: "wrong-code",
  INVALID_TWO_FACTOR_COOKIE: "begin-again",
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: "begin-again",
  ACCOUNT_TEMPORARILY_LOCKED: "begin-again",
  BANNED: "begin-again",
} as const;

/** A code from an authenticator app (TOTP, RFC 6238) after the password, with recovery codes for a lost phone. */
export function secondFactor(authAt: AuthAt) {
  return {
    /**
     * Begins to set it up for who asks: the `otpauth:` address for the app, and ten recovery codes, shown this once.
     * It counts from `confirmSecondFactor` on. Refused: 'wrong-password', 'already-on'.
     */
    enrolSecondFactor(
      caller: Caller,
      password: string,
    ): Promise<Answer<{ uri: string; recoveryCodes: string[] }, "wrong-password" | "already-on" | "busy">> {
      return answered(
        () =>
          authAt(caller).api.enableTwoFactor({
            headers: headersOf(caller),
            body: { password, method: "totp" },
          }),
        (answer) =>
          answer.method === "totp"
            ? { uri: answer.totpURI, recoveryCodes: answer.backupCodes }
            : { uri: "", recoveryCodes: [] },
        {
          INVALID_PASSWORD: "wrong-password",
          CREDENTIAL_ACCOUNT_NOT_FOUND: "wrong-password",
          TOTP_ALREADY_ENABLED: "already-on",
        },
      );
    },

    /** Turns it on with a first code from the app; the session goes on under a new cookie. */
    confirmSecondFactor(
      caller: Caller,
      code: string,
    ): Promise<Answer<Cookies, "wrong-code" | "begin-again" | "busy">> {
      return answered(
        () =>
          authAt(caller).api.verifyTOTP({ headers: headersOf(caller), body: { code }, returnHeaders: true }),
        ({ headers }) => headers.getSetCookie(),
        wrong,
      );
    },

    /** Turns it off for who asks. Refused: 'wrong-password'. */
    endSecondFactor(caller: Caller, password: string): Promise<Answer<Cookies, "wrong-password" | "busy">> {
      return answered(
        () =>
          authAt(caller).api.disableTwoFactor({
            headers: headersOf(caller),
            body: { password },
            returnHeaders: true,
          }),
        ({ headers }) => headers.getSetCookie(),
        { INVALID_PASSWORD: "wrong-password", CREDENTIAL_ACCOUNT_NOT_FOUND: "wrong-password" },
      );
    },

    /**
     * The second step of signing in: a code from the app, or a recovery code, which works once. Refused: 'wrong-code';
     * 'begin-again' when the first step is more than 10 minutes ago or too many codes were wrong.
     */
    enterSecondFactor(
      caller: Caller,
      given: { code: string } | { recoveryCode: string },
    ): Promise<Answer<Entered, "wrong-code" | "begin-again" | "busy">> {
      const headers = headersOf(caller);
      const { api } = authAt(caller);
      return answered<{ headers: Headers; response: object }, Entered, "wrong-code" | "begin-again">(
        () =>
          "code" in given
            ? api.verifyTOTP({ headers, body: { code: given.code }, returnHeaders: true })
            : api.verifyBackupCode({ headers, body: { code: given.recoveryCode }, returnHeaders: true }),
        entered,
        wrong,
      );
    },
  };
}
