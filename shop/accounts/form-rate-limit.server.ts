import type { Db } from "../../platform/database/database.server.ts";
import { clientKey, consumeAttempt } from "../../platform/limits/limits.server.ts";
import { limits } from "./limits.ts";

/**
 * Whether this client may submit one more public form (contact, newsletter): 30 per hour, whatever address is typed.
 * In: the client address from our server.
 */
export function allowFormSubmission({ db }: { db: Db }, clientAddress: string): Promise<boolean> {
  return consumeAttempt({ db }, [
    { what: "form:client", who: clientKey(clientAddress), ...limits.form.client },
  ]);
}
