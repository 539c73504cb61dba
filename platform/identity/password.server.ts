import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** scrypt with 32 MiB, about 0.1 s per password. Stored in every hash, so that it can be raised later. */
const cost = { N: 2 ** 15, r: 8, p: 3 };
const saltBytes = 16;
const keyBytes = 32;

const maxConcurrent = 2;
const maxQueued = 50;
let running = 0;
const waiting: (() => void)[] = [];

/** Too many passwords are waiting to be hashed; the visitor should retry. */
export class TooBusy extends Error {}

/**
 * Hashes a password: "scrypt$N$r$p$salt$key". Off the event loop, two at a time, 50 waiting. Throws TooBusy beyond
 * that, so that a burst of logins leaves CPU time for visitors.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const key = await queued(() => deriveKey(password, salt, cost));
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/** Whether a password matches a hash. Throws TooBusy like `hashPassword`, and for an invalid hash. */
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
    // NFKC: the same characters typed on another keyboard are the same password.
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
    // The slot is handed to the next in the queue, so that nobody overtakes it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
