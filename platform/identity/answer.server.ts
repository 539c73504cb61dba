import { isAPIError } from "better-auth/api";
import { TooBusy } from "./password.server.ts";

/** What was asked for, or a stable word that says why not. */
export type IdentityResult<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; refused: Reason };

/**
 * Asks better-auth and turns its expected errors into refusals by their code; 'busy' when too many passwords wait.
 * Any other error is a bug and is thrown on.
 */
export async function identityResult<Raw, Value, Reason extends string>(
  ask: () => Promise<Raw>,
  read: (raw: Raw) => Value,
  reasons: Record<string, Reason>,
): Promise<IdentityResult<Value, Reason | "busy">> {
  try {
    return { ok: true, value: read(await ask()) };
  } catch (error) {
    if (error instanceof TooBusy) return { ok: false, refused: "busy" };
    const reason = isAPIError(error) ? reasons[codeOf(error)] : undefined;
    if (reason === undefined) throw error;
    return { ok: false, refused: reason };
  }
}

/** better-auth's word for what went wrong; 'redirect' where it leads elsewhere instead of saying it. */
function codeOf(error: { statusCode: number; body?: { code?: unknown } | undefined }): string {
  return error.statusCode === 302 ? "redirect" : String(error.body?.code);
}
