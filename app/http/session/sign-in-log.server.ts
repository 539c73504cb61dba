import { createHmac, randomBytes } from "node:crypto";
import type { Log } from "../../../platform/log.server.ts";

/** Random per process, so that the hashes cannot be linked to a person. */
const key = randomBytes(32);

/**
 * Logs a sign-in attempt: method, result ("in", or the refusal), and keyed hashes of the account and the network
 * address. Equal hashes mean the same account or address; they cannot be reversed.
 */
export function logSignIn(
  log: Log,
  way: string,
  outcome: string,
  { account, client }: { account: string; client: string },
): void {
  const level = outcome === "in" || outcome === "asked" ? "info" : "warn";
  log[level](
    { way, outcome, account: pseudonym(account.trim().toLowerCase()), client: pseudonym(client) },
    "sign-in",
  );
}

function pseudonym(what: string): string {
  return createHmac("sha256", key).update(what).digest("base64url").slice(0, 10);
}
