import { isAPIError } from "better-auth/api";
import { TooBusy } from "./password.server.ts";

/** The result, or a stable code of the refusal. */
export type IdentityResult<Value, Reason extends string> =
  | { ok: true; value: Value }
  | { ok: false; refused: Reason };

/**
 * Calls better-auth and maps its expected errors to refusals by their code; 'busy' when too many passwords are
 * waiting. Any other error is rethrown.
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

/** Whether it is better-auth's error with that code. */
export function hasCode(error: unknown, code: string): boolean {
  return isAPIError(error) && codeOf(error) === code;
}

/** better-auth's error code; 'redirect' where it redirects instead. */
function codeOf(error: { statusCode: number; body?: { code?: unknown } | undefined }): string {
  return error.statusCode === 302 ? "redirect" : String(error.body?.code);
}
