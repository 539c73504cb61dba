/** "14:05" today, else "21 November, 14:05", by the clock and in the time zone of the device. */
export function clockTime(time: Date, now: Date): string {
  const clock = time.toLocaleTimeString("en-IN", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  if (time.toDateString() === now.toDateString()) return clock;
  return `${time.toLocaleDateString("en-IN", { day: "numeric", month: "long" })}, ${clock}`;
}

/** What a page says of itself without a connection. In: when it was seen, as text. */
export function seenWords(at: string): string {
  return `Seen at ${at}. Prices and stock are as of then.`;
}

/** How many adds wait for a connection; "" for none. */
export function waitingWords(count: number): string {
  if (count === 0) return "";
  return `${count === 1 ? "1 product waits" : `${count} products wait`} to be added to your cart.`;
}
