import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  randomUUID,
  sign,
} from "node:crypto";
import { z } from "zod";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.server.ts";
import { standInRecords } from "./stand-in-records.server.ts";

/** The local provider's path in the shop, and the shop's client id there. */
const localPath = "/dev/google";
export const localClient = {
  clientId: "campus-style-demo",
  clientSecret: "campus-style-demo",
  discoveryUrl: (origin: string) => `${origin}${localPath}/.well-known/openid-configuration`,
};

const minute = 60_000;

/** An authorization request (OpenID Connect Core 3.1.2.1, with PKCE, RFC 7636). */
const authorizationRequest = z.object({
  client_id: z.literal(localClient.clientId),
  redirect_uri: z.url(),
  response_type: z.literal("code"),
  state: z.string().min(1).max(2_000),
  nonce: z.string().max(500).optional(),
  code_challenge: z.string().min(43).max(128),
  code_challenge_method: z.literal("S256"),
});

const tokenRequest = z.object({
  grant_type: z.literal("authorization_code"),
  code: z.string(),
  redirect_uri: z.string(),
  client_id: z.literal(localClient.clientId),
  client_secret: z.literal(localClient.clientSecret),
  code_verifier: z.string().min(43).max(128),
});

const claims = z.object({
  sub: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  name: z.string(),
});
/** `ends`: when the code can no longer be used, in milliseconds. */
const granted = z.object({ claims, asked: authorizationRequest, ends: z.number() });
const most = 200;

/**
 * A stand-in for Google in demo mode and tests: users choose their identity, everything after that is the real
 * protocol. Its key, codes and tokens are in the database: any worker process may answer.
 */
export function localGoogle({ db, clock }: { db: Db; clock: Clock }) {
  const codes = standInRecords(db, "google-code", granted);
  const tokens = standInRecords(db, "google-token", claims);
  const keys = standInRecords(db, "google-key", z.string());
  /** The private key (PEM), created by the first process that needs it. */
  const privateKey = async () => {
    const name = "signing";
    if ((await keys.get(name)) === null) await keys.add(name, newKey(), 1);
    return createPrivateKey((await keys.get(name)) ?? "");
  };

  return {
    /** The discovery document of the provider at this origin. */
    discovery(origin: string) {
      const at = origin + localPath;
      return {
        issuer: at,
        authorization_endpoint: `${at}/authorize`,
        token_endpoint: `${at}/token`,
        userinfo_endpoint: `${at}/userinfo`,
        jwks_uri: `${at}/jwks`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
        code_challenge_methods_supported: ["S256"],
      };
    },

    async jwks() {
      const key = createPublicKey(await privateKey()).export({ format: "jwk" });
      return { keys: [{ ...key, kid: "local", alg: "RS256", use: "sig" }] };
    },

    /**
     * Answers an authorization request with an identity or a refusal. In: the request as it came, and the answer.
     * Out: the redirect back to the shop; null for an invalid request or address.
     */
    async answer(
      origin: string,
      query: Record<string, string>,
      { email, name, agreed }: { email: string; name: string; agreed: boolean },
    ): Promise<string | null> {
      const asked = authorizationRequest.safeParse(query);
      const back = asked.success ? new URL(asked.data.redirect_uri) : null;
      if (!asked.success || back?.origin !== origin) return null;
      back.searchParams.set("state", asked.data.state);
      if (!agreed) {
        back.searchParams.set("error", "access_denied");
        return back.toString();
      }
      const address = z.email().max(254).safeParse(email.trim().toLowerCase());
      if (!address.success) return null;
      const code = randomUUID();
      const sub = createHash("sha256").update(address.data).digest("hex").slice(0, 21);
      const person = { sub, email: address.data, email_verified: true, name: name.trim() };
      const ends = clock.now().getTime() + minute;
      await codes.add(code, { claims: person, asked: asked.data, ends }, most);
      back.searchParams.set("code", code);
      return back.toString();
    },

    /** Exchanges a code for tokens, once. Null for anything that does not match the code. */
    async exchange(origin: string, form: Record<string, string>) {
      const request = tokenRequest.safeParse(form);
      const given = request.success ? await codes.take(request.data.code) : null;
      if (!request.success || !given) return null;
      const challenge = createHash("sha256").update(request.data.code_verifier).digest("base64url");
      const fits =
        challenge === given.asked.code_challenge && request.data.redirect_uri === given.asked.redirect_uri;
      const now = clock.now().getTime();
      if (!fits || given.ends < now) return null;
      const accessToken = randomUUID();
      await tokens.add(accessToken, given.claims, most);
      // better-auth uses the machine's clock, also where a test controls ours.
      const seconds = Math.floor(Date.now() / 1_000);
      const { nonce } = given.asked;
      const idToken = signed(await privateKey(), {
        iss: origin + localPath,
        aud: localClient.clientId,
        iat: seconds,
        exp: seconds + 300,
        ...(nonce && { nonce }),
        ...given.claims,
      });
      return { access_token: accessToken, id_token: idToken, token_type: "Bearer", expires_in: 300 };
    },

    userinfo: (accessToken: string) => tokens.get(accessToken),
  };
}

function newKey(): string {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  return privateKey.export({ type: "pkcs8", format: "pem" }).toString();
}

function signed(key: KeyObject, body: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const words = `${part({ alg: "RS256", typ: "JWT", kid: "local" })}.${part(body)}`;
  return `${words}.${sign("RSA-SHA256", Buffer.from(words), key).toString("base64url")}`;
}
