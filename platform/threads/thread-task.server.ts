import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";

/**
 * Does the task of this thread: called once by the module that `makeThreads` names. In: what makes the messages of
 * the input. Each waits until the one before it was taken, so that they do not pile up.
 */
export async function runTask(task: (input: unknown) => AsyncIterable<unknown>): Promise<void> {
  const port = parentPort;
  if (!port) throw new Error("A task runs in a thread of its own only");
  for await (const value of task(workerData)) {
    const taken = once(port, "message");
    port.postMessage({ value, done: false });
    await taken;
  }
  port.postMessage({ value: undefined, done: true });
}
