import { and, eq, ne } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";
import { type IdentityResult, identityResult } from "./answer.server.ts";
import {
  type AuthAt,
  type Caller,
  type Cookies,
  headersOf,
  newSessionToken,
  type SignInResult,
  signInResult,
} from "./caller.server.ts";
import { consumeCode } from "./one-time-secrets.server.ts";
import { session, users } from "./tables.server.ts";

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

/** A password that is no password of the account, also because none is that long, or it has none. */
const wrongPassword = {
  INVALID_PASSWORD: "wrong-password",
  PASSWORD_TOO_LONG: "wrong-password",
  CREDENTIAL_ACCOUNT_NOT_FOUND: "wrong-password",
} as const;

/** A code of an authenticator app (TOTP, RFC 6238) after the password, with recovery codes. */
export function secondFactor(authAt: AuthAt, db: Db) {
  /** Ends all sessions of a user except the one of these cookies. */
  async function endOthers(userId: string, cookies: Cookies) {
    const begun = newSessionToken(cookies);
    const all = eq(session.userId, userId);
    await db.delete(session).where(begun === undefined ? all : and(all, ne(session.token, begun)));
  }

  return {
    /**
     * Starts the setup for the caller: the `otpauth:` URI, without the shop's name, and ten recovery codes, shown
     * once. Active after `confirmSecondFactor`. Refused: 'wrong-password', 'already-on'.
     */
    enrolSecondFactor(
      caller: Caller,
      password: string,
    ): Promise<
      IdentityResult<{ uri: string; recoveryCodes: string[] }, "wrong-password" | "already-on" | "busy">
    > {
      return identityResult(
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
          ...wrongPassword,
          TOTP_ALREADY_ENABLED: "already-on",
        },
      );
    },

    /**
     * Activates it with a first code of the app. The session continues under a new cookie; all others end. Refused:
     * 'wrong-code', also for a used code.
     */
    async confirmSecondFactor(
      caller: Caller,
      code: string,
    ): Promise<IdentityResult<Cookies, "wrong-code" | "begin-again" | "busy">> {
      const answer = await identityResult(
        () =>
          authAt(caller).api.verifyTOTP({ headers: headersOf(caller), body: { code }, returnHeaders: true }),
        ({ headers, response }) => ({ cookies: headers.getSetCookie(), userId: response.user.id }),
        wrong,
      );
      if (!answer.ok) return answer;
      const { cookies, userId } = answer.value;
      // No session is started when it was active already.
      if (newSessionToken(cookies) === undefined) return { ok: true, value: cookies };
      await consumeCode(db, userId, code);
      await endOthers(userId, cookies);
      return { ok: true, value: cookies };
    },

    proveSecondFactor: proving(authAt, db),

    /** Deactivates it for the caller and ends all other sessions. Refused: 'wrong-password'. */
    async endSecondFactor(
      caller: Caller,
      userId: string,
      password: string,
    ): Promise<IdentityResult<Cookies, "wrong-password" | "busy">> {
      const answer = await identityResult(
        () =>
          authAt(caller).api.disableTwoFactor({
            headers: headersOf(caller),
            body: { password },
            returnHeaders: true,
          }),
        ({ headers }) => headers.getSetCookie(),
        wrongPassword,
      );
      if (answer.ok) await endOthers(userId, answer.value);
      return answer;
    },

    /**
     * The second step of a sign-in: a code of the app or a recovery code, each of which works once. Refused:
     * 'wrong-code'; 'begin-again' when the first step was more than 10 minutes ago or too many codes were wrong;
     * 'app-over' when the app was set up under another AUTH_SECRET. It stays: a password alone lets nobody in, and staff or
     * the owner's link turn it off.
     */
    async enterSecondFactor(
      caller: Caller,
      given: GivenFactor,
    ): Promise<IdentityResult<SignInResult, "wrong-code" | "begin-again" | "app-over" | "busy">> {
      try {
        return await enter(authAt, db, caller, given);
      } catch (error) {
        const { isOver } = await authAt(caller).api.hasUnreadableApp({ headers: headersOf(caller) });
        if (!isOver) throw error;
        return { ok: false, refused: "app-over" };
      }
    },
  };
}

type GivenFactor = { code: string } | { recoveryCode: string };

async function enter(
  authAt: AuthAt,
  db: Db,
  caller: Caller,
  given: GivenFactor,
): Promise<IdentityResult<SignInResult, "wrong-code" | "begin-again" | "busy">> {
  const headers = headersOf(caller);
  const { api } = authAt(caller);
  if ("recoveryCode" in given) {
    const body = { code: given.recoveryCode };
    return identityResult(
      () => api.verifyBackupCode({ headers, body, returnHeaders: true }),
      signInResult,
      wrong,
    );
  }
  const answer = await identityResult(
    () => api.verifyTOTP({ headers, body: given, returnHeaders: true }),
    (raw) => ({ entered: signInResult(raw), userId: raw.response.user.id }),
    wrong,
  );
  if (!answer.ok) return answer;
  if (await consumeCode(db, answer.value.userId, given.code))
    return { ok: true, value: answer.value.entered };
  const begun = newSessionToken(answer.value.entered.cookies);
  if (begun !== undefined) await db.delete(session).where(eq(session.token, begun));
  // better-auth has used up the first step.
  return { ok: false, refused: "begin-again" };
}

/**
 * Whether a signed-in caller has the authenticator app now: a code works once. Refused: 'wrong-code', also without a
 * second factor.
 */
function proving(authAt: AuthAt, db: Db) {
  return async (
    caller: Caller,
    userId: string,
    code: string,
  ): Promise<IdentityResult<true, "wrong-code" | "begin-again" | "busy">> => {
    // Without this a right code would complete a setup that was begun.
    const [user] = await db.select({ isOn: users.twoFactorEnabled }).from(users).where(eq(users.id, userId));
    if (!user?.isOn) return { ok: false, refused: "wrong-code" };
    const answer = await identityResult(
      () => authAt(caller).api.verifyTOTP({ headers: headersOf(caller), body: { code } }),
      () => true as const,
      wrong,
    );
    if (!answer.ok || (await consumeCode(db, userId, code))) return answer;
    return { ok: false, refused: "wrong-code" };
  };
}
