// Spreadsheets run cells that begin like this as formulas, which can send data to a stranger (OWASP, CSV injection).
// ＝ and its like are full-width forms, which some programs read as = + - @; after ; and | a program with another
// separator begins a new cell. Leading white space does not stop every program. Apostrophes are counted so that `unescapeFormula` removes exactly
// one.
const formulaStart = /^'*\s*[=+\-@;|＝＋－＠\t\r\n]/u;

/** Prefixes a cell that looks like a formula with an apostrophe. */
export function escapeFormula(cell: string): string {
  return formulaStart.test(cell) ? `'${cell}` : cell;
}

/** The cell before `escapeFormula`. */
export function unescapeFormula(cell: string): string {
  return cell.startsWith("'") && formulaStart.test(cell) ? cell.slice(1) : cell;
}

/** One CSV row (RFC 4180) with its line end; formulas escaped, quoted where needed. A number is written as one, "-5". */
export function csvRow(cells: readonly (string | number)[]): string {
  return `${cells
    .map((cell) => (typeof cell === "number" ? String(cell) : escapeFormula(cell)))
    .map((cell) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(",")}\r\n`;
}

/** The byte order mark by which spreadsheets recognise UTF-8. */
export const csvByteOrderMark = "\uFEFF";
