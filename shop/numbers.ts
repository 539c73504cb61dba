/**
 * A whole number with commas as India writes them: after the last three digits, then after every two. "12,34,567".
 * In: an integer. Written out by hand and not by Intl: its tables take a phone 60 to 200 ms when a page first asks for
 * them, while somebody waits to tap (docs/decisions/0004-scripts-after-the-first-paint.md).
 */
export function grouped(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{2})*\d{3}$)/g, ",");
}
