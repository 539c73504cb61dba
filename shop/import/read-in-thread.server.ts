import { z } from "zod";
import type { Threads } from "../../platform/threads/threads.server.ts";
import type { ProductColumns } from "./choose-columns.ts";
import { type Known, type Summary, summaryShape } from "./draft.ts";

/** The thread that reads files; app/services.server.ts knows its module. */
const task = "read-import";

const messageShape = z.union([z.object({ drafts: z.string() }), z.object({ summary: summaryShape })]);

/**
 * `readImport` in a thread. In: the file, the shop's records, and what headings stand for. Out: products as JSON
 * text, [{position, draft}], a few hundred at a time, and at the end the summary.
 */
export async function* readInThread(
  threads: Threads,
  file: Buffer,
  known: Known,
  columns: ProductColumns,
): AsyncGenerator<string, Summary> {
  for await (const message of threads.run(task, { bytes: file, known, columns })) {
    const read = messageShape.parse(message);
    if ("summary" in read) return read.summary;
    yield read.drafts;
  }
  throw new Error("The file was not read to its end");
}
