import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import type { VapidKeys } from "web-push";
import type { Db } from "../database/database.server.ts";
import { pushKey } from "./tables.server.ts";

/**
 * The shop's key pair for web push, created when there is none. The private key is stored encrypted (AES-256-GCM) with
 * a key from `secret`. With another secret it cannot be decrypted; a new pair is created then, and push services refuse
 * subscriptions made with the old one, so customers must switch push on again.
 */
export async function vapidKeys(db: Db, secret: string): Promise<VapidKeys> {
  const stored = await read(db, secret);
  if (stored) return stored;
  const { default: webpush } = await import("web-push");
  const made = webpush.generateVAPIDKeys();
  const row = { publicKey: made.publicKey, privateKey: encrypted(made.privateKey, secret) };
  // Of two processes that start at once, one writes.
  await db.insert(pushKey).values(row).onConflictDoNothing();
  const first = await read(db, secret);
  if (first) return first;
  await db.update(pushKey).set(row).where(eq(pushKey.onlyOne, true));
  return made;
}

async function read(db: Db, secret: string): Promise<VapidKeys | null> {
  const [row] = await db.select().from(pushKey);
  const privateKey = row && decrypted(row.privateKey, secret);
  return row && privateKey ? { publicKey: row.publicKey, privateKey } : null;
}

const cipher = "aes-256-gcm";
const lengths = { iv: 12, tag: 16 };

function keyOf(secret: string): Uint8Array {
  return new Uint8Array(hkdfSync("sha256", secret, "", "the private key of web push", 32));
}

function encrypted(text: string, secret: string): string {
  const iv = randomBytes(lengths.iv);
  const making = createCipheriv(cipher, keyOf(secret), iv);
  const body = Buffer.concat([making.update(text, "utf8"), making.final()]);
  return Buffer.concat([iv, making.getAuthTag(), body]).toString("base64url");
}

function decrypted(text: string, secret: string): string | null {
  const bytes = Buffer.from(text, "base64url");
  const reading = createDecipheriv(cipher, keyOf(secret), bytes.subarray(0, lengths.iv));
  reading.setAuthTag(bytes.subarray(lengths.iv, lengths.iv + lengths.tag));
  try {
    return (
      reading.update(bytes.subarray(lengths.iv + lengths.tag), undefined, "utf8") + reading.final("utf8")
    );
  } catch {
    return null;
  }
}
