import { or, type SQL, sql } from "drizzle-orm";
import { contactMessage } from "./tables.server.ts";

/** Whose messages: an account, and its address in any case. */
export type Writer = { id: string; email: string | null };

const gives = ({ email }: Writer): SQL => sql`${contactMessage.email} = ${email?.toLowerCase() ?? null}`;
const isSignedIn = ({ id }: Writer): SQL => sql`${contactMessage.userId} = ${id}::uuid`;

/**
 * The messages of `contact_message` that a customer wrote (docs/decisions/0059-whose-messages.md): signed in, whatever
 * address they gave, or by a mail that answers one that the shop sent to their address.
 */
export function isWrittenBy(writer: Writer): SQL {
  return sql`(${isSignedIn(writer)} or (${gives(writer)} and ${contactMessage.proven}))`;
}

/** Those that only give their address: a stranger may have typed it. */
export function onlyGivesAddressOf(writer: Writer): SQL {
  return sql`(${gives(writer)} and not ${contactMessage.proven} and ${contactMessage.userId} is distinct from ${writer.id}::uuid)`;
}

/** Those that are erased with the account: all with its address, whoever wrote them, and all that it wrote. */
export function isErasedWith(writer: Writer): SQL | undefined {
  return or(isSignedIn(writer), gives(writer));
}
