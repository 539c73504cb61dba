import { z } from "zod";
import { runTask } from "../../platform/threads/thread-task.server.ts";
import { columnNames, readSettlement } from "./settlement-file.ts";
import { settlementKinds } from "./settlement-kinds.ts";

/** The module of the thread "read-settlement": `readSettlement` in a thread, with some of the lines in each message. */

const linesAtOnce = 1_000;

const inputShape = z.object({
  bytes: z.instanceof(Uint8Array),
  kind: z.enum(settlementKinds),
  columns: columnNames.nullable(),
});

await runTask(async function* (input) {
  const { bytes, ...how } = inputShape.parse(input);
  const read = readSettlement(bytes, how);
  if (read.kind !== "read") {
    yield read;
    return;
  }
  for (let from = 0; from < read.lines.length; from += linesAtOnce)
    yield { ...read, lines: read.lines.slice(from, from + linesAtOnce) };
});
