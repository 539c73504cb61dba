import { parse } from "csv-parse/sync";
import { z } from "zod";
import { unescapeFormula } from "../csv.ts";
import { cleanLine } from "../text/clean-text.ts";
import { lineOfBrokenQuote, separationOf, textPieces } from "./text-of-file.ts";

/** A CSV file. `headings` as they stand there; `line`: as a spreadsheet counts them; `cell`: "" where a row ends. */
export type Table = { headings: string[]; rows: { line: number; cell: (at: number) => string }[] };

const mostRows = 200_000;
const record = z.object({
  record: z.array(z.string()),
  info: z.object({ records: z.number(), empty_lines: z.number() }),
});

/**
 * Reads a CSV file (UTF-8 or UTF-16; separated by commas, semicolons, tabs or what a first line "sep=" names). Out: why
 * it cannot be read, in words. A large file takes seconds of CPU time: for threads only.
 */
export function readTable(bytes: Uint8Array): Table | { says: string } {
  try {
    const text = [...textPieces(bytes)].join("");
    const { separator, skipped } = separationOf(text);
    const records = parse(text.slice(skipped), {
      bom: true,
      delimiter: separator,
      // Hand-edited files mix them.
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      skip_empty_lines: true,
      info: true,
      to: mostRows + 1,
    }).map((one) => record.parse(one));
    return {
      headings: (records[0]?.record ?? []).map(cleanLine),
      rows: records.slice(1).map(({ record: cells, info }) => ({
        line: info.records + info.empty_lines,
        cell: (at) => cleanLine(unescapeFormula(cells[at] ?? "")),
      })),
    };
  } catch (error) {
    const line = error instanceof TypeError ? null : brokenLine(bytes);
    return {
      says: line
        ? `A quotation mark in line ${line} is not closed.`
        : "This is no CSV file that can be read (UTF-8 or UTF-16).",
    };
  }
}

function brokenLine(bytes: Uint8Array): number | null {
  const [start = ""] = textPieces(bytes);
  return lineOfBrokenQuote(textPieces(bytes), separationOf(start).separator);
}
