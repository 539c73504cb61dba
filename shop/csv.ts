// A spreadsheet takes what begins like this for a formula and may send a stranger's words anywhere (OWASP, CSV
// injection). White space before it does not stop every program, and apostrophes are counted so that `plain` can take
// exactly one away.
const formulaStart = /^'*\s*[=+\-@\t\r\n]/;

/** A cell that no spreadsheet runs: an apostrophe stands before what looks like a formula. */
export function escapeFormula(cell: string): string {
  return formulaStart.test(cell) ? `'${cell}` : cell;
}

/** The cell as it was before `harmless`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}

/** One row of a CSV file (RFC 4180) with its line end; harmless in a spreadsheet, quoted where it must be. */
export function csvRow(cells: readonly string[]): string {
  return `${cells
    .map(escapeFormula)
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",")}\r\n`;
}

/** What a file begins with so that spreadsheets read it as UTF-8. */
export const csvByteOrderMark = "\uFEFF";
