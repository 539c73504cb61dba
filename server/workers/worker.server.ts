import { type Figures, type ToPrimary, toWorker } from "./messages.ts";

/** This process as one of several. */
export type Worker = {
  /** From 1. The first creates the demo's order history, and runs the jobs. */
  number: number;
  /** Resolves when this worker should run the jobs. */
  jobsAreMine: Promise<void>;
  ready(greeting: string): void;
  /** `retire`: called when another process takes over. */
  onRetire(retire: () => void): void;
  /** The metrics of all workers. `own`: reads those of this one, now and whenever another worker requests them. */
  measureTogether(own: () => Promise<Figures>): () => Promise<Figures[]>;
};

/** The arguments with which the primary starts a worker. */
export const workerArgument = (number: number) => `--worker=${number}`;

/** In: the arguments of this process. Out: undefined when it is no worker. */
export function workerOf(argv: readonly string[]): Worker | undefined {
  const found = argv.map((one) => /^--worker=(\d+)$/.exec(one)?.[1]).find((one) => one !== undefined);
  if (found === undefined) return undefined;
  const jobs = Promise.withResolvers<void>();
  const asked = new Map<number, (all: Figures[]) => void>();
  let lastId = 0;
  let retire = () => {};
  let measure: () => Promise<Figures> = async () => [];
  process.on("message", async (words) => {
    const message = toWorker.parse(words);
    if (message.type === "work") jobs.resolve();
    else if (message.type === "retire") retire();
    else if (message.type === "measured-all") asked.get(message.id)?.(message.all);
    else send({ type: "measured", id: message.id, figures: await measure() });
  });
  return {
    number: Number(found),
    jobsAreMine: jobs.promise,
    ready: (greeting) => send({ type: "ready", greeting }),
    onRetire(call) {
      retire = call;
    },
    measureTogether(own) {
      measure = own;
      return () =>
        new Promise((resolve) => {
          const id = ++lastId;
          asked.set(id, (all) => {
            asked.delete(id);
            resolve(all);
          });
          send({ type: "measure-all", id });
        });
    },
  };
}

function send(message: ToPrimary) {
  if (process.connected) process.send?.(message);
}
