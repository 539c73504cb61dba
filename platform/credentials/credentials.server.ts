import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../database/database.server.ts";
import { type Provider, providers } from "../environment.server.mjs";
import type { Live } from "../live/live.server.ts";
import type { Log } from "../log.server.ts";
import { effectiveVariables, isGivenBy, type VariableTexts } from "./providers.server.ts";
import { providerCredentials } from "./tables.server.ts";

/**
 * Where a provider's credentials come from. "unreadable": staff entered them under another AUTH_SECRET, so they must be
 * entered again. `entered`: what staff entered, by field; `version`: of that, "0" for nothing.
 */
export type CredentialsState = {
  source: "environment" | "stored" | "unreadable" | "none";
  entered: FieldValues;
  version: string;
};

export type Credentials = {
  /** The state of a provider, from the database; in `tx` as this transaction sees it. */
  state(tx: Db, provider: Provider): Promise<CredentialsState>;
  /**
   * Stores what staff entered, encrypted; null removes it. Every process uses it a moment after the transaction commits.
   */
  store(tx: Db, provider: Provider, entered: FieldValues | null): Promise<void>;
  /** The variables that are in use now in this process. */
  inUse(): VariableTexts;
  /** Uses what is stored now, before the change event tells this process. */
  refresh(): Promise<void>;
  /** Reads what staff entered, and again after each change event. Once, after the migrations. */
  start(): Promise<void>;
};

/** The values of a form by field. */
export type FieldValues = Readonly<Record<string, string>>;

const topic = "credentials";

/**
 * Credentials of the environment, and below them those that staff enter in the back office. In: the secret, from which
 * the key is derived (HKDF, RFC 5869), the environment's variables, those that entered values stand for, and what to do
 * once others are in use.
 */
export function makeCredentials({
  db,
  live,
  log,
  secret,
  environment,
  variablesOf,
  onChange,
}: {
  db: Db;
  live: Live;
  log: Log;
  secret: string;
  environment: VariableTexts;
  variablesOf: (provider: Provider, entered: FieldValues) => VariableTexts;
  onChange: (inUse: VariableTexts) => void;
}): Credentials {
  const key = new Uint8Array(hkdfSync("sha256", secret, "", "provider credentials", 32));
  let inUse = effectiveVariables(environment, new Map());

  async function reload() {
    const rows = await db.select().from(providerCredentials);
    const stored = new Map<Provider, VariableTexts>();
    for (const provider of providers) {
      const row = rows.find((one) => one.provider === provider);
      const entered = row && open(key, provider, row.sealed);
      if (entered) stored.set(provider, variablesOf(provider, entered));
      else if (row) log.warn({ provider }, "stored credentials cannot be decrypted: AUTH_SECRET has changed");
    }
    const read = effectiveVariables(environment, stored);
    if (JSON.stringify(read) === JSON.stringify(inUse)) return;
    inUse = read;
    onChange(inUse);
    // A page that was drawn before may offer what is no longer there, or not offer what is there now.
    await announce(db, { topic: "settings", id: topic });
  }

  return {
    inUse: () => inUse,
    refresh: reload,
    async start() {
      await reload();
      live.subscribe(topic, () => {
        reload().catch((error: unknown) =>
          log.error({ err: error }, "the credentials of providers were not read"),
        );
      });
    },
    async state(tx, provider) {
      const [row] = await tx
        .select()
        .from(providerCredentials)
        .where(eq(providerCredentials.provider, provider));
      const opened = row ? open(key, provider, row.sealed) : null;
      const known = { entered: opened ?? {}, version: String(row?.version ?? 0) };
      if (isGivenBy(environment, provider)) return { source: "environment", ...known };
      return { source: row ? (opened ? "stored" : "unreadable") : "none", ...known };
    },
    async store(tx, provider, entered) {
      if (entered === null) {
        await tx.delete(providerCredentials).where(eq(providerCredentials.provider, provider));
      } else {
        const sealed = seal(key, provider, entered);
        await tx
          .insert(providerCredentials)
          .values({ provider, sealed })
          .onConflictDoUpdate({
            target: providerCredentials.provider,
            set: { sealed, version: sql`${providerCredentials.version} + 1`, updatedAt: sql`now()` },
          });
      }
      await announce(tx, { topic });
    },
  };
}

async function announce(tx: Db, change: { topic: string; id?: string }): Promise<void> {
  await tx.execute(sql`select pg_notify('live', ${JSON.stringify(change)})`);
}

const cipher = "aes-256-gcm";
const [nonceBytes, tagBytes] = [12, 16];

function seal(key: Uint8Array, provider: Provider, entered: FieldValues): string {
  const nonce = randomBytes(nonceBytes);
  const encrypting = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(provider));
  const text = Buffer.concat([encrypting.update(JSON.stringify(entered), "utf8"), encrypting.final()]);
  return Buffer.concat([nonce, encrypting.getAuthTag(), text]).toString("base64");
}

const fieldValues = z.record(z.string(), z.string());

/** Null for what was not sealed with this key for this provider. */
function open(key: Uint8Array, provider: Provider, sealed: string): FieldValues | null {
  const bytes = Buffer.from(sealed, "base64");
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes);
  if (tag.length < tagBytes) return null;
  try {
    const decrypting = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes))
      .setAAD(Buffer.from(provider))
      .setAuthTag(tag);
    const text = Buffer.concat([
      decrypting.update(bytes.subarray(nonceBytes + tagBytes)),
      decrypting.final(),
    ]);
    return fieldValues.parse(JSON.parse(text.toString("utf8")));
  } catch {
    return null;
  }
}
