import { z } from "zod";
import { runTask } from "../../../platform/threads/thread-task.server.ts";
import { readZip } from "./read-zip.server.ts";

/** The module of the thread "read-zip": `readZip` in a thread. */
await runTask((input) => {
  const { buffer, byteOffset, byteLength } = z.instanceof(Uint8Array).parse(input);
  return readZip(Buffer.from(buffer, byteOffset, byteLength));
});
