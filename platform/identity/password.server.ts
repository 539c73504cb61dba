import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt, 32 MiB and about a tenth of a second a password. Kept in every hash, so it can be raised later. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

const maxConcurrent = 2;
const maxQueued = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** Too many passwords wait to be checked; the visitor is asked to try again in a moment. */
export class TooBusy extends Error {}

/**
 * Makes the hash that is kept of a password: "scrypt$N$r$p$salt$key". Off the event loop, two at once, 50 in
 * line. Throws TooBusy beyond that: a rush of logins must not take the shop's processors from its visitors.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await queued(() => deriveKey(password, salt, cost));
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether a password is the one of this hash. Throws TooBusy as `hashPassword` does, and for what is no hash. */
export async function verifyPassword({
  hash,
  password,
}: {
  hash: string;
  password: string;
}): Promise<boolean> {
  const [kind, N, r, p, salt = "", key = ""] = hash.split("$");
  if (kind !== "scrypt") throw new Error("a password was kept in an unknown way");
  const expected = Buffer.from(key, "base64url");
  const options = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await queued(() => deriveKey(password, Buffer.from(salt, "base64url"), options));
  return found.length === expected.length && timingSafeEqual(found, expected);
}

function deriveKey(password: string, salt: Buffer, options: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letters typed on another keyboard must be the same password.
    scrypt(password.normalize("NFKC"), salt, keyBytes, { ...options, maxmem: 2 ** 27 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

async function queued<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxConcurrent) {
    if (waiting.length >= maxQueued) throw new TooBusy("too many passwords wait to be checked");
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running++;
  }
  try {
    return await work();
  } finally {
    // The place is handed on, so that nobody slips in before those who wait.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
