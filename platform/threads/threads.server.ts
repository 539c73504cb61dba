import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { z } from "zod";
import { ownBuffers } from "./own-buffers.server.ts";

/** Runs long computations in worker threads, so that requests are not blocked. */
export type Threads = {
  /**
   * Runs a task by its name. In: its input, copied, or with `move` transferred: its buffers cannot be used here any
   * more. Out: its messages in order; the thread produces the next when this one is taken. Throws when the task throws
   * or runs out of memory. The thread ends with the loop, also when it is left early.
   */
  run(task: string, input: unknown, options?: { move?: boolean }): AsyncGenerator<unknown, void>;
};

const maxMegabytes = 768;
const messageShape = z.object({ value: z.unknown(), done: z.boolean() });

/** In: the path of each task's module, which calls `runTask` (thread-task.server.ts). */
export function makeThreads(tasks: Readonly<Record<string, string>>): Threads {
  return {
    async *run(task, input, { move = false } = {}) {
      const module = tasks[task];
      if (!module) throw new Error(`There is no task "${task}"`);
      const worker = new Worker(module, {
        workerData: input,
        transferList: move ? ownBuffers(input) : [],
        resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
      });
      try {
        for (;;) {
          // Rejects with the thread's own error.
          const message = await nextMessage(worker);
          if (message.done) return;
          yield message.value;
          worker.postMessage("next");
        }
      } finally {
        await worker.terminate();
      }
    },
  };
}

async function nextMessage(worker: Worker): Promise<z.infer<typeof messageShape>> {
  const left = new AbortController();
  try {
    const ended = once(worker, "exit", { signal: left.signal }).then(() => {
      throw new Error("The thread ended before its task was done");
    });
    const [message] = await Promise.race([once(worker, "message", { signal: left.signal }), ended]);
    return messageShape.parse(message);
  } finally {
    left.abort();
  }
}
