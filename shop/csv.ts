// A spreadsheet takes what begins like this for a formula and may send a stranger's words anywhere (OWASP, CSV
// injection). White space before it does not stop every program, and apostrophes are counted so that `plain` can take
// exactly one away.
const dangerous = /^'*\s*[=+\-@\t\r\n]/;

/** A cell that no spreadsheet runs: an apostrophe stands before what looks like a formula. */
export function harmless(cell: string): string {
  return dangerous.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `harmless`. */
export function plain(cell: string): string {
  return cell.startsWith("'") && dangerous.test(cell) ? cell.slice(1) : cell;
}

/** One row of a CSV file (RFC 4180) with its line end; harmless in a spreadsheet, quoted where it must be. */
export function csvRow(cells: readonly string[]): string {
  return `${cells
    .map(harmless)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",")}\r\n`;
}

/** What a file begins with so that spreadsheets read it as UTF-8. */
export const csvMark = "\uFEFF";
