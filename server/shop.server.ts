import { setTimeout as pause } from "node:timers/promises";
import { invalidateSettingsOnChange } from "../app/http/settings-cache.server.ts";
import { makeServices, type RunningServices } from "../app/services.server.ts";
import { migrate } from "../db/migrate.server.ts";
import { loadPinCodes } from "../db/pin-codes.server.ts";
import { type DemoHistory, prepareDemoHistory } from "../demo/history.server.ts";
import { closeWithin } from "../platform/close-within.server.ts";
import type { Config } from "../platform/config.server.ts";
import { armFailPoints } from "../platform/fail-point.server.ts";
import { repositoryPath } from "../platform/repository.server.ts";
import { untilReleased } from "../shop/hold/hold.server.ts";
import { productIndex } from "../shop/search/product-index.server.ts";
import { developmentApplication, viteFor } from "./development.server.ts";
import { firstStart, hasOwner } from "./first-start.server.ts";
import { startupMessage } from "./greeting.ts";
import { boundedServer, requestHandler } from "./http.server.ts";
import { makePageCache } from "./page-cache/page-cache.server.ts";
import { admission } from "./requests/admission.server.ts";
import { watchLoop } from "./requests/loop-lag.server.ts";
import { makeMetrics } from "./requests/metrics.server.ts";
import { stayEncrypted } from "./requests/safe-headers.ts";
import { upkeepReadings } from "./requests/upkeep-readings.server.ts";
import { listening, openListeners } from "./sockets/listener-sockets.server.ts";
import { closeGracefully, drainBacklog, sendAway } from "./sockets/shut-down.server.ts";
import { staticFiles } from "./static-files.server.ts";
import { warmUp } from "./warm-up.server.ts";
import type { Worker } from "./workers/worker.server.ts";

/** How this process was started: with Vite's reload, and as which of several workers. */
export type StartOptions = { development: boolean; worker: Worker | undefined };

/** Stops the shop. `retiring`: other processes continue to serve its port. */
export type CloseShop = (retiring?: boolean) => Promise<void>;

/** The application in the bundle; in development Vite loads it (development.server.ts). */
const importApplication = () => import("./application.server.ts");

/**
 * The shop in this process: configuration -> services -> migrations -> demo data on the first start -> HTTP, and the
 * jobs.
 */
export async function startShop(config: Config, options: StartOptions): Promise<CloseShop> {
  const { development, worker } = options;
  if (config.failPoint) {
    armFailPoints((name) => {
      if (name === config.failPoint) process.kill(process.pid, "SIGKILL");
    });
  }
  const making = makeServices(config, worker !== undefined);
  // Loaded while PostgreSQL starts; `listen` reports an error.
  if (!development) importApplication().catch(() => undefined);
  const running = await making;
  try {
    const { services } = running;
    invalidateSettingsOnChange(services);
    // An unhandled rejection in one request must not end the process.
    process.on("unhandledRejection", (error) =>
      services.log.error({ err: error }, "unhandled promise rejection"),
    );
    const applied = await migrate({ url: running.databaseUrl });
    await services.credentials.start();
    if (applied.length > 0) services.log.info(migrationMessage(applied));
    if (await firstStart(services, { history: config.demoOrders > 0, brand: config.demoBrand }))
      services.log.info("loaded the demo catalogue");
    const pins = await loadPinCodes(services.db);
    if (pins > 0) services.log.info(`loaded ${pins} PIN codes`);
    const history = (worker?.number ?? 1) === 1 ? await historyOf(config, running) : null;
    const closeHttp = await listen(config, running, options);
    const stopping = new AbortController();
    // Runs in the background: the jobs may wait for the database, and a shop that stops does not wait for them.
    const working = workAfter(history, running, { stopping: stopping.signal, mine: worker?.jobsAreMine });
    return async (retiring) => {
      stopping.abort();
      await closeHttp(retiring);
      const background = Promise.all([history?.giveUp(), working]);
      await closeWithin(2_000, services.log, "the work beside the shop", background);
      await running.close();
    };
  } catch (error) {
    await running.close();
    throw error;
  }
}

/** In: the migrations applied now. A new database gets all of them, which nobody wants to read. */
function migrationMessage(applied: string[]): string {
  return applied.length > 5
    ? `migrated the database: ${applied.length} migrations, the last is ${applied.at(-1)}`
    : `migrated the database: ${applied.join(", ")}`;
}

/** The order history of a demo's first start, null for none. */
async function historyOf(config: Config, { services, databaseUrl }: RunningServices) {
  if (config.mode !== "demo" || services.payments.online?.mode !== "local") return null;
  try {
    return await prepareDemoHistory(services, { url: databaseUrl, orders: config.demoOrders });
  } catch (error) {
    services.log.error({ err: error }, "the demo's past orders could not be prepared");
    return null;
  }
}

/**
 * Jobs start after the history, so that documents are numbered by date. The shop is already open, so a failure of the
 * database does not end it: starting the jobs is retried.
 */
async function workAfter(
  history: DemoHistory | null,
  { services, work }: RunningServices,
  { stopping, mine }: { stopping: AbortSignal; mine: Promise<void> | undefined },
) {
  await Promise.race([mine, new Promise((stopped) => stopping.addEventListener("abort", stopped))]);
  if (stopping.aborted) return;
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1_000);
  if (history) services.log.info("making the orders of the demo's past beside the open shop");
  try {
    const made = await history?.make();
    if (made === false) return;
    if (made) services.log.info(`made the demo's past orders in ${seconds()} s`);
  } catch (error) {
    services.log.error({ err: error }, "the demo's past orders could not be made");
  }
  while (!stopping.aborted) {
    try {
      if (await untilReleased(services, stopping)) return await work();
    } catch (error) {
      services.log.error({ err: error }, "the jobs could not be started and are tried again");
      await pause(1_000, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

async function listen(
  config: Config,
  { services, pool }: RunningServices,
  { development, worker }: StartOptions,
): Promise<CloseShop> {
  const files = development ? undefined : staticFiles(repositoryPath("build/client"), fileHeaders);
  const server = boundedServer();
  const vite = development ? await viteFor(server) : undefined;
  const stopping = new AbortController();
  const application = vite
    ? developmentApplication(vite, services, stopping.signal)
    : (await importApplication()).makeApplication(services, stopping.signal);
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
    together: worker?.measureTogether,
    readings: [
      { name: "database_connections", help: "Open connections", read: () => pool().total },
      { name: "database_connections_idle", help: "Of these, nobody's now", read: () => pool().idle },
      { name: "database_waiting", help: "Who waits for a connection", read: () => pool().waiting },
      { name: "pages_sent_from_memory", help: "Since the start", read: () => pages?.figures().sent ?? 0 },
      { name: "pages_made_for_everybody", help: "Since the start", read: () => pages?.figures().made ?? 0 },
      { name: "pages_in_memory_bytes", help: "What they take now", read: () => pages?.figures().bytes ?? 0 },
      ...upkeepReadings(services),
    ],
  });
  const parts = { config, services, application, files, pages, admission: admitted, metrics };
  server.on("request", requestHandler({ ...parts, first: vite?.middlewares }));
  const { port, extraSockets } = worker
    ? { port: await listening(server, { port: config.port, host: config.host }), extraSockets: [] }
    : await openListeners(server, config);
  const owned = await hasOwner(services);
  const greeting = `${startupMessage(config, services, { port, seconds: performance.now() / 1_000, owned })}\n`;
  if (worker) worker.ready(greeting);
  else process.stdout.write(greeting);
  const warming = warmUp(services, {
    stopping: stopping.signal,
    pages: async (paths) => pages?.warm(`localhost:${port}`, paths, stopping.signal),
    lists: async () => {
      // After a failure the first list tries again.
      if (!development) await productIndex(services).catch(() => undefined);
    },
  });
  return async (retiring) => {
    await (retiring ? sendAway(server) : drainBacklog(server));
    stopping.abort();
    // A page that is being made needs the database.
    await closeWithin(2_000, services.log, "the pages made ahead", warming);
    pages?.close();
    await vite?.close();
    await closeGracefully(server, extraSockets);
  };
}

const fileHeaders = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
};
