const inIndia = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** "21 Nov, 14:20" by India's clock. */
export function dateAndTime(at: Date): string {
  return inIndia.format(at);
}
