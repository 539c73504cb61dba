import { z } from "zod";
import { runTask } from "../../../platform/threads/thread-task.server.ts";
import { readPeople } from "./read-people.ts";

/** The module of the thread "read-people": `readPeople` in a thread. */

const inputShape = z.object({ bytes: z.instanceof(Uint8Array) });

await runTask(async function* (input) {
  yield readPeople(inputShape.parse(input).bytes);
});
