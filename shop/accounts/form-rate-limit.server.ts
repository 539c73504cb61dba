import type { Db } from "../../platform/database/database.server.ts";
import { clientKey, consumeAttempt } from "../../platform/limits/limits.server.ts";
import { limits } from "./limits.ts";

/**
 * Whether this client may send one more of the forms that are open to everybody (contact, newsletter): 30 an hour,
 * whatever address is typed into them. In: the address that our own server saw.
 */
export function allowFormSubmission({ db }: { db: Db }, clientAddress: string): Promise<boolean> {
  return consumeAttempt({ db }, [
    { what: "form:client", who: clientKey(clientAddress), ...limits.form.client },
  ]);
}
