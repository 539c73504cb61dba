import cluster from "node:cluster";
import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../../platform/config.server.ts";
import { startEmbedded } from "../../platform/database/embedded.server.ts";
import { makeLog } from "../../platform/log.server.ts";
import { StartError } from "../../platform/start-error.ts";
import { probePort } from "../sockets/listener-sockets.server.ts";
import type { Figures, ToWorker } from "./messages.ts";
import { toPrimary } from "./messages.ts";
import { workerArgument } from "./worker.server.ts";

/** One of the n slots: the process that serves in it, and its queue of operations. */
type Place = { number: number; process: WorkerProcess | undefined; turn: Promise<void>; deaths: number };

/** Milliseconds until a worker that died is started again; twice as long after each further death within a minute. */
const firstBackOff = 250;
const maxBackOff = 30_000;
const longLife = 60_000;

/**
 * The primary: runs the embedded PostgreSQL and `config.workers` processes on one port (node:cluster), and answers no
 * requests itself (docs/decisions/0035-workers.md). The first worker migrates and fills the database before the others
 * start, and runs the jobs. A worker that dies is replaced; SIGUSR2 replaces all, one after another. Out: the function
 * that stops everything. Throws StartError when the first start fails, EADDRINUSE when the port is taken.
 */
export async function startWorkers(config: Config): Promise<() => Promise<void>> {
  const log = makeLog({ level: config.logLevel, json: config.mode === "live" });
  // The workers accept from one socket. In turns, the primary would hand them over, and a connection handed to a worker
  // that is just killed would never be answered nor closed.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  await probePort(config);
  const database = config.databaseUrl
    ? undefined
    : await startEmbedded({
        dataDir: config.dataDir,
        onDeath: (error) => log.error({ err: error }, "PostgreSQL died and is started again"),
      });
  const alive = new Set<WorkerProcess>();
  const places: Place[] = Array.from({ length: config.workers }, (_, at) => ({
    number: at + 1,
    process: undefined,
    turn: Promise.resolve(),
    deaths: 0,
  }));
  let stopping = false;

  /** Starts a process for a slot, and waits until it answers. */
  async function launch(place: Place): Promise<{ process: WorkerProcess; greeting: string }> {
    const made = launchWorker(place.number);
    alive.add(made);
    const began = performance.now();
    void made.ended.then((how) => {
      alive.delete(made);
      if (place.process !== made || stopping) return;
      place.deaths = performance.now() - began > longLife ? 1 : place.deaths + 1;
      log.error({ worker: place.number, ended: how }, "a worker died and is started again");
      take(place, () => revive(place));
    });
    made.onMeasureAll(async (id) => {
      const all = await Promise.all([...alive].map((one) => one.measure()));
      made.send({ type: "measured-all", id, all: all.filter((figures) => figures !== null) });
    });
    return { process: made, greeting: await made.ready };
  }

  function settle(place: Place, made: WorkerProcess) {
    place.process = made;
    if (place.number === 1) made.send({ type: "work" });
  }

  /** Operations on one slot run one after the other. */
  function take(place: Place, work: () => Promise<void>) {
    place.turn = place.turn
      .then(work)
      .catch((error: unknown) =>
        log.error({ err: error, worker: place.number }, "a worker was not replaced, the old one serves on"),
      );
    return place.turn;
  }

  async function revive(place: Place) {
    while (!stopping && !(place.process && alive.has(place.process))) {
      await pause(Math.min(firstBackOff * 2 ** (place.deaths - 1), maxBackOff));
      if (stopping) return;
      await launch(place).then(
        ({ process: made }) => settle(place, made),
        () => {
          place.deaths++;
        },
      );
    }
  }

  /** The new worker must answer before the old one stops. If it does not, the old one stays. */
  async function replace(place: Place) {
    if (stopping) return;
    const old = place.process;
    const { process: made } = await launch(place);
    place.process = made;
    await old?.retire();
    settle(place, made);
    log.info({ worker: place.number }, "a worker was replaced");
  }

  const stop = async () => {
    stopping = true;
    await Promise.all([...alive].map((one) => one.stop()));
    await database?.stop();
  };
  try {
    const [first, ...rest] = places;
    if (!first) throw new StartError("WORKERS: none");
    const { process: made, greeting } = await launch(first);
    settle(first, made);
    await Promise.all(rest.map(async (place) => settle(place, (await launch(place)).process)));
    process.stdout.write(greeting);
  } catch (error) {
    await stop();
    throw error;
  }
  let round = Promise.resolve();
  process.on("SIGUSR2", () => {
    for (const place of places) round = round.then(() => take(place, () => replace(place)));
  });
  return stop;
}

/** A worker, as its primary sees it. */
type WorkerProcess = {
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
function launchWorker(number: number): WorkerProcess {
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
