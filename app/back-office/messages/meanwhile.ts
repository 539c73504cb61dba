import type { Said } from "../../../shop/content/inbox/conversations.server.ts";
import { ago } from "../../../shop/dates.ts";

/**
 * What was said after something, in words for who is about to answer: of staff, else of the customer. In: the id of what
 * was read last, and the time. Null when nothing was.
 */
export function saidMeanwhile(said: readonly Said[], seen: string, now: Date): string | null {
  const later = said.slice(said.findIndex(({ id }) => id === seen) + 1);
  const reply = later.findLast((one) => one.kind === "reply");
  if (reply?.kind === "reply") return `${reply.by} replied ${ago(reply.at, now)}.`;
  const message = later.findLast((one) => one.kind === "message" && one.mail?.automatic !== true);
  return message?.kind === "message" ? `${message.name} wrote again ${ago(message.at, now)}.` : null;
}
