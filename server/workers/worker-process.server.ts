import cluster from "node:cluster";
import { StartError } from "../../platform/start-error.ts";
import { type Figures, type ToWorker, toPrimary } from "./messages.ts";
import { workerArgument } from "./worker.server.ts";

/** A worker, as its primary sees it. */
export type WorkerProcess = {
  /** Resolves with its greeting when it answers requests; rejects when it ends before. */
  ready: Promise<string>;
  /** How it ended: its exit code or the signal. */
  ended: Promise<string>;
  send(message: ToWorker): void;
  /** Its metrics, null when it does not answer within a second. */
  measure(): Promise<Figures | null>;
  onMeasureAll(asked: (id: number) => void): void;
  /** The other workers take over: it finishes its requests and exits. */
  retire(): Promise<void>;
  stop(): Promise<void>;
};

/** Longer than a worker needs when everything it waits for is late (20 s, see docs/operations.md). */
const maxStopMs = 25_000;

/** Starts a worker: this program again (`process.argv[1]`), with the same options. In: its number. */
export function launchWorker(number: number): WorkerProcess {
  cluster.setupPrimary({ args: [...process.argv.slice(2), workerArgument(number)] });
  const child = cluster.fork();
  const ended = new Promise<string>((resolve) => {
    child.once("exit", (code, signal) => resolve(String(signal ?? code)));
    // The process did not start, or a dying worker did not receive a message.
    child.on("error", (error) => child.process.pid === undefined && resolve(error.message));
  });
  const ready = Promise.withResolvers<string>();
  // Reported to the caller that waits for it.
  ready.promise.catch(() => undefined);
  void ended.then((how) => ready.reject(new StartError(`Worker ${number} did not start (${how}).`)));
  const measuring = new Map<number, (figures: Figures | null) => void>();
  let lastId = 0;
  let measureAllAsked: (id: number) => void = () => {};
  child.on("message", (words) => {
    const message = toPrimary.parse(words);
    if (message.type === "ready") ready.resolve(message.greeting);
    else if (message.type === "measure-all") measureAllAsked(message.id);
    else measuring.get(message.id)?.(message.figures);
  });
  const send = (message: ToWorker) => {
    if (child.isConnected()) child.send(message, () => undefined);
  };
  const endWithin = async (ask: () => void) => {
    ask();
    const late = setTimeout(() => child.process.kill("SIGKILL"), maxStopMs);
    await ended;
    clearTimeout(late);
  };
  return {
    ready: ready.promise,
    ended,
    send,
    measure() {
      const id = ++lastId;
      return new Promise((resolve) => {
        const done = (figures: Figures | null) => {
          clearTimeout(late);
          measuring.delete(id);
          resolve(figures);
        };
        const late = setTimeout(done, 1_000, null);
        measuring.set(id, done);
        send({ type: "measure", id });
      });
    },
    onMeasureAll(asked) {
      measureAllAsked = asked;
    },
    retire: () => endWithin(() => send({ type: "retire" })),
    stop: () => endWithin(() => child.process.kill("SIGTERM")),
  };
}
