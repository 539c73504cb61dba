/**
 * One row of a CSV file, with its line end. A cell that a spreadsheet would run as a formula (it begins with = + - @, a
 * tab or a line end) begins with an apostrophe instead (OWASP, CSV injection); every cell stands in quotes.
 */
export function csvRow(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** What a file begins with so that spreadsheets read it as UTF-8. */
export const csvMark = "\uFEFF";
