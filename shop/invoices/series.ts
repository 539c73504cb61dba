const aheadOfUtc = 5.5 * 3_600_000;

/** Document kinds that are numbered without gaps. */
export type Numbered = "invoice" | "credit-note";

/** "2627" from April 2026 to March 2027, by Indian time. */
export function financialYear(at: Date): string {
  const wall = new Date(at.getTime() + aheadOfUtc);
  const first = wall.getUTCFullYear() - (wall.getUTCMonth() < 3 ? 1 : 0);
  return [first, first + 1].map((year) => String(year % 100).padStart(2, "0")).join("");
}

/** How numbers begin, by the settings: "INV" for invoices and "CN" for credit notes unless the owner changed them. */
export type SeriesPrefixes = { prefix: string; creditPrefix: string };

/** "INV/2627/000001", and "CN/..." for credit notes: at most 16 characters, letters, digits and / (Rule 46 (b)). */
export function documentNumber(
  kind: Numbered,
  year: string,
  count: number,
  { prefix, creditPrefix }: SeriesPrefixes,
): string {
  return `${kind === "invoice" ? prefix : creditPrefix}/${year}/${String(count).padStart(6, "0")}`;
}
