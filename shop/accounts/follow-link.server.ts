import type { Db } from "../../platform/database/database.server.ts";
import type { Caller, SignInResult } from "../../platform/identity/caller.server.ts";
import type { Identity } from "../../platform/identity/identity.server.ts";
import { clientKey, consumeAttempt } from "../../platform/limits/limits.server.ts";
import { type Done, type Refused, refused } from "../refused.ts";
import { isGoodPassword } from "./customer/good-password.server.ts";
import { limits } from "./limits.ts";

type Ports = { db: Db; identity: Identity };

/**
 * Verifies an address with the token from the email. In the browser that holds the `proof` of the same address it
 * also signs in; else the value is null. Refused: 'link-over', 'too-often', 'busy'.
 */
export async function verifyByLink(
  ports: Ports,
  caller: Caller,
  token: string,
  proof: string | null,
): Promise<Done<SignInResult | null> | Refused<"link-over" | "too-often" | "busy">> {
  if (!(await allowLinkAttempt(ports, caller))) return refused("too-often");
  return ports.identity.verifyEmail(caller, token, proof);
}

/** Signs in with the token from the email. Refused: 'link-over', 'too-often', 'busy'. */
export async function loginByLink(
  ports: Ports,
  caller: Caller,
  token: string,
): Promise<Done<SignInResult> | Refused<"link-over" | "too-often" | "busy">> {
  if (!(await allowLinkAttempt(ports, caller))) return refused("too-often");
  return ports.identity.signInByLink(caller, token);
}

/**
 * Sets a new password with the token from the email and ends all sessions. Refused: 'weak-password' (the link stays
 * valid), 'link-over', 'too-often', 'busy'.
 */
export async function setNewPassword(
  ports: Ports,
  caller: Caller,
  token: string,
  password: string,
): Promise<Done | Refused<"link-over" | "weak-password" | "too-often" | "busy">> {
  if (!(await isGoodPassword(password))) return refused("weak-password");
  if (!(await allowLinkAttempt(ports, caller))) return refused("too-often");
  return ports.identity.recover(caller, token, password);
}

/** Whether this client may try one more token. Slows down guessing. */
export function allowLinkAttempt({ db }: { db: Db }, { clientAddress }: Caller): Promise<boolean> {
  return consumeAttempt({ db }, [
    { what: "link:client", who: clientKey(clientAddress), ...limits.link.client },
  ]);
}
