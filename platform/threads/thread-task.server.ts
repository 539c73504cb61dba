import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { ownBuffers } from "./own-buffers.server.ts";

/**
 * Runs the task of this worker thread; called once by the module that `makeThreads` names. In: a generator of
 * messages. Each waits until the previous one was taken; buffers are moved, not copied.
 */
export async function runTask(task: (input: unknown) => AsyncIterable<unknown>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("A task runs in a thread of its own only");
  // On Linux a thread has its own priority: requests come first.
  if (process.platform === "linux") setPriority(constants.priority.PRIORITY_LOW);
  for await (const value of task(workerData)) {
    const taken = once(port, "message");
    port.postMessage({ value, done: false }, ownBuffers(value));
    await taken;
  }
  port.postMessage({ value: undefined, done: true });
}
