import { type Config, checkMachine, configOfProcess, shareOfWorker } from "./platform/config.server.ts";
import { StartError } from "./platform/start-error.ts";
import type { CloseShop } from "./server/shop.server.ts";
import { workerOf } from "./server/workers/worker.server.ts";

/** For tests, which run the built application with services of their own. */
export const importApplication = () => import("./server/application.server.ts");

/**
 * Runs the shop until a signal ends the process. In: the arguments of the process (`--dev`: with Vite's reload).
 * `scripts/serve.mjs` calls it: in the bundle, of which this file is the entry, or in development here.
 */
export async function runServer(argv: readonly string[]): Promise<void> {
  const development = argv.includes("--dev");
  const worker = workerOf(argv);

  /** The shop in this process, or with WORKERS the primary of several processes. Out: the function that stops it. */
  async function start(config: Config): Promise<CloseShop> {
    if (!worker) await checkMachine(config);
    // The primary does not need the shop's code.
    if (config.workers > 1 && !worker && !development) {
      const { startWorkers } = await import("./server/workers/primary.server.ts");
      return startWorkers(config);
    }
    const { startShop } = await import("./server/shop.server.ts");
    return startShop(worker ? shareOfWorker(config) : config, { development, worker });
  }

  let config: Config | undefined;
  let stopping: Promise<void> | undefined;
  try {
    config = configOfProcess();
    const started = start(config);
    // Stopped while starting: finish starting, then stop, so that nothing is left half done.
    const stop = (retiring: boolean) => {
      stopping ??= started
        .then((close) => close(retiring))
        .then(
          () => process.exit(0),
          (error: unknown) => {
            process.stderr.write(`${notify(error, config)}\n`);
            process.exit(1);
          },
        );
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop(false));
    // scripts/start.mjs has the other end: when it is killed, this process stops too (a worker, by node:cluster).
    process.on("disconnect", () => stop(false));
    worker?.onRetire(() => stop(true));
    // Restarts the workers one after another (the primary listens too); a single process must not die from the signal.
    process.on("SIGUSR2", () => undefined);
    await started;
  } catch (error) {
    if (!stopping) {
      process.stderr.write(`${notify(error, config)}\n`);
      process.exit(1);
    }
  }
}

/** Problems of the machine or its configuration are explained; only bugs print a stack trace. */
function notify(error: unknown, config?: Config) {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") {
    return `Port ${config?.port} is taken by another program. Stop it, or choose another: PORT=3001 npm start`;
  }
  if (code === "EACCES" && config && config.port < 1024)
    return `Port ${config.port} is only for root. Set PORT.`;
  if (error instanceof StartError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
