import { randomUUID } from "node:crypto";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError } from "better-auth/api";
// Without Kysely and plugin by plugin: 400 files fewer to load at each start.
import { betterAuth } from "better-auth/minimal";
import { emailOTP } from "better-auth/plugins/email-otp";
import { genericOAuth } from "better-auth/plugins/generic-oauth";
import { magicLink } from "better-auth/plugins/magic-link";
import { twoFactor as twoFactorPlugin } from "better-auth/plugins/two-factor";
import { eq } from "drizzle-orm";
import type { Db } from "../database/database.server.ts";
import { hashPassword, verifyPassword } from "./password.server.ts";
import { phoneSignInPath, provenPhoneSignIn } from "./phone/sign-in-plugin.server.ts";
import { credential, session, twoFactor, users, verification } from "./tables.server.ts";
import { unreadableApp } from "./unreadable-app.server.ts";

const minutes = 60;
const days = 86_400;

const sessionTimes = { expiresIn: 30 * days, updateAge: 1 * days, freshAge: 0 };
/** Sessions valid for longer than so many seconds are not renewed yet. */
export const renewedBelow = sessionTimes.expiresIn - sessionTimes.updateAge;

/** Emails about accounts. The shop writes them; `token` and `code` are secrets. */
export type AuthEmails = {
  verify(to: Reader, token: string): Promise<void>;
  /** A sign-up with an address that already has an account. */
  signUpAgain(to: Reader): Promise<void>;
  recover(to: Reader, token: string): Promise<void>;
  link(email: string, token: string): Promise<void>;
  code(email: string, code: string): Promise<void>;
  passwordChanged(to: Reader): Promise<void>;
};
type Reader = { id: string; name: string; email: string };

export type AuthOptions = {
  db: Db;
  /** Signs cookies and links, encrypts the secrets of authenticator apps. */
  secret: string;
  /** The shop's origin, without a trailing slash. */
  origin: string;
  emails: AuthEmails;
  google?: { clientId: string; clientSecret: string; discoveryUrl: string };
  /** Cleans the name that Google gives for a new account, by the shop's rules for names. */
  cleanName: (name: string) => string;
  /** Whether new accounts may be made now; absent: always. */
  mayJoin?: (() => Promise<boolean>) | undefined;
  /** Whether verifying an address signs in as well. */
  verifySignsIn?: boolean;
};

/**
 * better-auth as configured for this shop: its own tables, scrypt through our queue, sessions in the database and
 * read at every request, a verified address before the first sign-in, no rate limits of its own (ours come first) and
 * no telemetry.
 */
export function makeAuth(options: AuthOptions) {
  const { db, secret, origin, emails, google, cleanName, mayJoin, verifySignsIn } = options;
  const https = origin.startsWith("https:");
  const cookie = { secure: https, httpOnly: true, sameSite: "lax", path: "/" } as const;
  const secondFactor = twoFactorPlugin();
  return betterAuth({
    baseURL: origin,
    basePath: "/auth",
    secret,
    trustedOrigins: [origin],
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: true,
      schema: {
        user: users,
        session,
        account: credential,
        verification,
        twoFactor,
      },
    }),
    user: {
      additionalFields: {
        role: { type: "string", input: false, defaultValue: "user" },
        bannedAt: { type: "date", input: false, required: false },
      },
    },
    session: {
      ...sessionTimes,
      cookieCache: { enabled: false },
      additionalFields: { secondFactorAt: { type: "date", input: false, required: false } },
    },
    emailAndPassword: {
      enabled: true,
      requireEmailVerification: true,
      minPasswordLength: 10,
      maxPasswordLength: 128,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: 30 * minutes,
      password: { hash: hashPassword, verify: verifyPassword },
      onExistingUserSignUp: ({ user }) => emails.signUpAgain(user),
      sendResetPassword: ({ user, token }) => emails.recover(user, token),
      async onPasswordReset({ user }) {
        // The link came by email, so the address is verified, regardless of who signed up with it.
        await db.update(users).set({ emailVerified: true }).where(eq(users.id, user.id));
        await emails.passwordChanged(user);
      },
    },
    emailVerification: {
      expiresIn: 1 * days,
      sendOnSignUp: true,
      sendOnSignIn: true,
      autoSignInAfterVerification: verifySignsIn === true,
      sendVerificationEmail: ({ user, token }) => emails.verify(user, token),
    },
    plugins: [
      magicLink({
        disableSignUp: true,
        expiresIn: 10 * minutes,
        storeToken: "hashed",
        sendMagicLink: async ({ email, token }) => emails.link(email, token),
      }),
      emailOTP({
        disableSignUp: true,
        expiresIn: 10 * minutes,
        otpLength: 6,
        allowedAttempts: 5,
        storeOTP: "hashed",
        sendVerificationOTP: async ({ email, otp }) => emails.code(email, otp),
      }),
      provenPhoneSignIn(),
      secondFactor,
      secondFactorAfterOtherSignIns(secondFactor),
      unreadableApp(db),
      ...(google ? [openIdConnect(google, cleanName)] : []),
    ],
    databaseHooks: {
      user: {
        create: {
          async before({ emailVerified }, context) {
            await refuseToJoin(mayJoin);
            // A session proves its account's address. Google also has accounts whose address nobody has proven.
            if (context?.path?.startsWith(callbackPath) && !emailVerified)
              throw APIError.from("FORBIDDEN", { code: "NOT_VERIFIED", message: "Not verified at Google" });
          },
        },
      },
      session: {
        create: {
          async before(made, context) {
            const { userId } = made;
            const [user] = await db
              .select({ banned: users.bannedAt })
              .from(users)
              .where(eq(users.id, userId));
            if (user?.banned) throw APIError.from("FORBIDDEN", { code: "BANNED", message: "Banned" });
            return { data: { ...made, secondFactorAt: secondFactorAt(context) } };
          },
        },
      },
    },
    verification: { storeIdentifier: "hashed" },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: https ? "__Host-shop" : "shop",
      // The names below have the __Host- prefix already; better-auth would add __Secure-.
      useSecureCookies: false,
      defaultCookieAttributes: cookie,
      cookies: { session_token: { name: https ? "__Host-session" : "session" } },
      ipAddress: { ipAddressHeaders: ["x-client-address"] },
      database: { generateId: () => randomUUID() },
    },
  });
}

/** Called by every way of better-auth that makes an account: the form, Google. */
async function refuseToJoin(mayJoin: AuthOptions["mayJoin"]): Promise<void> {
  if ((await mayJoin?.()) === false)
    throw APIError.from("FORBIDDEN", { code: "CLOSED", message: "No sign-up" });
}

export type Auth = ReturnType<typeof makeAuth>;

/** Endpoints that complete a second factor; a new password keeps the session's state. */
const secondFactorPaths = ["/two-factor/verify-totp", "/two-factor/verify-backup-code"];

type AuthContext = {
  path?: string;
  context: { session: { session: Record<string, unknown> } | null };
} | null;

/** When the second factor of a new session was given. In: the endpoint that creates it. */
function secondFactorAt(context: AuthContext): Date | null {
  if (context?.path && secondFactorPaths.includes(context.path)) return new Date();
  if (context?.path !== "/change-password") return null;
  const before = context.context.session?.session.secondFactorAt;
  return before instanceof Date ? before : null;
}

/** Where people come back from Google. */
const callbackPath = "/callback/";

/** Sign-in endpoints of ours for which better-auth itself does not ask for the second factor. */
const otherSignIns = ["/sign-in/email-otp", "/magic-link/verify", "/verify-email", phoneSignInPath];

/**
 * better-auth asks for the second factor after a password only, and leaves the other endpoints to hooks of the
 * application: links, codes and Google must not bypass it. They ask as the plugin does, by its own hook.
 */
function secondFactorAfterOtherSignIns({ hooks }: ReturnType<typeof twoFactorPlugin>) {
  const matcher = ({ path = "" }: { path?: string }) =>
    otherSignIns.includes(path) || path.startsWith(callbackPath);
  return {
    id: "second-factor-after-other-sign-ins",
    hooks: { after: hooks.after.map(({ handler }) => ({ matcher, handler })) },
  };
}

function openIdConnect(
  keys: { clientId: string; clientSecret: string; discoveryUrl: string },
  cleanName: AuthOptions["cleanName"],
) {
  return genericOAuth({
    config: [
      {
        ...keys,
        providerId: "google",
        scopes: ["openid", "email", "profile"],
        pkce: true,
        requireIdTokenVerification: true,
        mapProfileToUser: ({ name, email }) => ({
          name: cleanName(name ?? "") || cleanName(email?.split("@")[0] ?? ""),
        }),
      },
    ],
  });
}
