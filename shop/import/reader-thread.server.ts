import { z } from "zod";
import { runTask } from "../../platform/threads/thread-task.server.ts";
import { attributeFields } from "../catalogue/kinds/attribute-sets.ts";
import { readImport } from "./read-file.server.ts";

/** The module of the thread "read-import": input and output are described in read-in-thread.server.ts. */

const mostCharacters = 500_000;
const mostProducts = 200;
const inputShape = z.object({
  bytes: z.instanceof(Uint8Array),
  columns: z.map(z.string(), z.string()),
  known: z.object({
    categories: z.map(z.string(), z.string()),
    collections: z.set(z.string()),
    sets: z.map(z.string(), z.object({ key: z.string(), fields: attributeFields })),
    setOfCategory: z.map(z.string(), z.string()),
  }),
});

await runTask(async function* (input) {
  const { bytes, known, columns } = inputShape.parse(input);
  const reading = readImport(bytes, known, columns);
  let position = 0;
  let some: string[] = [];
  let characters = 0;
  for (;;) {
    const { done, value } = await reading.next();
    if (!done) {
      const json = JSON.stringify({ position: position++, draft: value });
      some.push(json);
      characters += json.length;
    }
    if (some.length > 0 && (done || some.length >= mostProducts || characters >= mostCharacters)) {
      yield { drafts: `[${some.join(",")}]` };
      some = [];
      characters = 0;
    }
    if (done) {
      yield { summary: value };
      return;
    }
  }
});
