import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { makeServices, type RunningServices } from "./app/services.server.ts";
import { type DemoHistory, prepareDemoHistory } from "./db/demo-history.server.ts";
import { migrate } from "./db/migrate.server.ts";
import { loadPinCodes } from "./db/pin-codes.server.ts";
import { type Config, configOfProcess } from "./platform/config.server.ts";
import { armFailPoints } from "./platform/fail-point.server.ts";
import { StartError } from "./platform/start-error.ts";
import { loadApplication, preloadApplication } from "./server/application.server.ts";
import { viteFor } from "./server/development.server.ts";
import { firstStart, hasOwner } from "./server/first-start.server.ts";
import { startupMessage } from "./server/greeting.ts";
import { boundedServer, requestHandler } from "./server/http.server.ts";
import { openListeners } from "./server/listener-sockets.server.ts";
import { makePageCache } from "./server/page-cache/page-cache.server.ts";
import { admission } from "./server/requests/admission.server.ts";
import { watchLoop } from "./server/requests/loop-lag.server.ts";
import { makeMetrics } from "./server/requests/metrics.server.ts";
import { stayEncrypted } from "./server/requests/safe-headers.ts";
import { closeGracefully, drainBacklog } from "./server/shut-down.server.ts";
import { staticFiles } from "./server/static-files.server.ts";
import { warmUp } from "./server/warm-up.server.ts";
import { productIndex } from "./shop/search/product-index.server.ts";

const development = process.argv.includes("--dev");

/** configuration -> services -> migrations -> demo data on the first start -> HTTP, and the jobs. */
async function start(config: Config): Promise<() => Promise<void>> {
  if (config.failPoint) {
    armFailPoints((name) => {
      if (name === config.failPoint) process.kill(process.pid, "SIGKILL");
    });
  }
  const making = makeServices(config);
  if (!development) preloadApplication();
  const running = await making;
  try {
    const { services } = running;
    // An unhandled rejection in one request must not end the process.
    process.on("unhandledRejection", (error) =>
      services.log.error({ err: error }, "a promise was forgotten"),
    );
    const applied = await migrate({ url: running.databaseUrl });
    if (applied.length > 0) services.log.info(`migrated the database: ${applied.join(", ")}`);
    if (await firstStart(services, { history: config.demoOrders > 0 }))
      services.log.info("loaded the demo catalogue");
    const pins = await loadPinCodes(services.db);
    if (pins > 0) services.log.info(`loaded ${pins} PIN codes`);
    // Lists wait for the product index, so it is loaded before the first visitor; a failure is tried again then.
    void productIndex(services).catch(() => undefined);
    const history = await historyOf(config, running);
    const closeHttp = await listen(config, running);
    const stopping = new AbortController();
    const working = workAfter(history, running, stopping.signal);
    // With a history to make, the shop is open already.
    if (!history) await working;
    return async () => {
      stopping.abort();
      await closeHttp();
      await history?.giveUp();
      await working;
      await running.close();
    };
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** The order history of a demo's first start, null for none. */
async function historyOf(config: Config, { services, databaseUrl }: RunningServices) {
  if (config.mode !== "demo" || !services.payments.localGateway) return null;
  try {
    return await prepareDemoHistory(services, { url: databaseUrl, orders: config.demoOrders });
  } catch (error) {
    services.log.error({ err: error }, "the demo's past orders could not be prepared");
    return null;
  }
}

/**
 * Jobs start after the history, so that documents are numbered by date. The shop is open already, so a database that
 * goes away now does not end it: starting the jobs is tried again.
 */
async function workAfter(
  history: DemoHistory | null,
  { services, work }: RunningServices,
  stopping: AbortSignal,
) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1_000);
  if (history)
    services.log.info(
      "making the orders of the demo's past beside the open shop; they appear when all are made",
    );
  try {
    const made = await history?.make();
    if (made === false) return;
    if (made) services.log.info(`made the demo's past orders in ${seconds()} s`);
  } catch (error) {
    services.log.error({ err: error }, "the demo's past orders could not be made");
  }
  while (!stopping.aborted) {
    try {
      return await work();
    } catch (error) {
      services.log.error({ err: error }, "the jobs could not be started and are tried again");
      await pause(1_000, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

async function listen(config: Config, { services, pool }: RunningServices): Promise<() => Promise<void>> {
  const files = development
    ? undefined
    : await staticFiles(resolve(import.meta.dirname, "build/client"), fileHeaders);
  const server = boundedServer();
  const vite = development ? await viteFor(server) : undefined;
  const stopping = new AbortController();
  const application = loadApplication(services, stopping.signal, vite);
  const pages =
    development || config.pageCacheMegabytes === 0
      ? undefined
      : makePageCache({
          services,
          application,
          publicUrl: config.publicUrl,
          more: stayEncrypted(config).flat(),
          megabytes: config.pageCacheMegabytes,
        });
  const admitted = admission({ most: config.maxRequests, lag: watchLoop() });
  const metrics = makeMetrics({
    token: config.metricsToken,
    admission: admitted,
    readings: [
      { name: "database_connections", help: "Open connections", read: () => pool().total },
      { name: "database_connections_idle", help: "Of these, nobody's now", read: () => pool().idle },
      { name: "database_waiting", help: "Who waits for a connection", read: () => pool().waiting },
      { name: "pages_sent_from_memory", help: "Since the start", read: () => pages?.figures().sent ?? 0 },
      { name: "pages_made_for_everybody", help: "Since the start", read: () => pages?.figures().made ?? 0 },
      { name: "pages_in_memory_bytes", help: "What they take now", read: () => pages?.figures().bytes ?? 0 },
    ],
  });
  const parts = { config, services, application, files, pages, admission: admitted, metrics };
  server.on("request", requestHandler({ ...parts, first: vite?.middlewares }));
  const { port, extraSockets } = await openListeners(server, config);
  const address = config.publicUrl ?? `http://localhost:${port}`;
  const owned = await hasOwner(services);
  process.stdout.write(`${startupMessage(config, address, performance.now() / 1_000, owned)}\n`);
  void warmUp(services, async (paths) => pages?.warm(`localhost:${port}`, paths));
  return async () => {
    await drainBacklog(server);
    stopping.abort();
    pages?.close();
    await vite?.close();
    await closeGracefully(server, extraSockets);
  };
}

const fileHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Problems of the machine are explained; only bugs print a stack trace. */
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

let config: Config | undefined;
let stopping: Promise<void> | undefined;
try {
  config = configOfProcess();
  const started = start(config);
  // Stopped while starting: finish starting, then stop, so that nothing is left half done.
  const stop = () => {
    stopping ??= started
      .then((close) => close())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`${notify(error, config)}\n`);
          process.exit(1);
        },
      );
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  // scripts/start.mjs holds the other end: when it was killed, this process stops too.
  process.on("disconnect", stop);
  await started;
} catch (error) {
  if (!stopping) {
    process.stderr.write(`${notify(error, config)}\n`);
    process.exit(1);
  }
}
