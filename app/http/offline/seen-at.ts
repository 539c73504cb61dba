import { plural } from "../../../shop/money.ts";

/** "14:05" today, else "21 November, 14:05", in the device's time and time zone. */
export function clockTime(time: Date, now: Date): string {
  const clock = time.toLocaleTimeString("en-IN", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (time.toDateString() === now.toDateString()) return clock;
  return `${time.toLocaleDateString("en-IN", { day: "numeric", month: "long" })}, ${clock}`;
}

/** The notice on a page shown offline. In: the time of the visit, as text. */
export function seenWords(at: string): string {
  return `Seen at ${at}. Prices and stock are as of then.`;
}

/** The number of waiting adds, as text; "" for none. */
export function waitingWords(count: number): string {
  if (count === 0) return "";
  return `${plural(count, "product waits", "products wait")} to be added to your cart.`;
}
