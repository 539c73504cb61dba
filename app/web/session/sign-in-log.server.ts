import { createHmac, randomBytes } from "node:crypto";
import type { Log } from "../../../platform/log.server.ts";

/** Of this process only: what a log tells together must not tell who it was. */
const key = randomBytes(32);

/**
 * Writes down that somebody tried to get in: by which way, what came of it ("in", or the refusal), and two marks that
 * stand for the account and the network address. The same mark is the same person; nobody can tell whose it is.
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
