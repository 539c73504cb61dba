import { weekTime } from "../../dates.ts";
import { type MessageKind, phoneMessages } from "./message-kinds.ts";

const halfHour = 30 * 60_000;

/** The hours in which nobody is disturbed, in Indian time. */
const quietFrom = "21:00";
const quietUntil = "09:00";

/**
 * When a message may be sent. In: its kind and the time. Out: that time, or 9:00 in India (the next one) when it is
 * between 21:00 and 9:00 there and the message is not urgent.
 */
export function sendTime(kind: MessageKind, now: Date): Date {
  if (phoneMessages[kind].urgent) return now;
  const isQuiet = (at: Date) => weekTime(at).time >= quietFrom || weekTime(at).time < quietUntil;
  if (!isQuiet(now)) return now;
  // In steps of half an hour, of which 9:00 in India is one.
  let at = new Date(Math.ceil(now.getTime() / halfHour) * halfHour);
  while (isQuiet(at)) at = new Date(at.getTime() + halfHour);
  return at;
}
