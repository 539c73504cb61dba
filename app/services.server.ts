import { join } from "node:path";
import { localCourier } from "../demo/courier.server.ts";
import { type LocalGateway, localGateway, postByFetch } from "../demo/gateway.server.ts";
import { makeBackups } from "../platform/backup/backups.server.ts";
import type { Clock } from "../platform/clock.ts";
import { closeWithin } from "../platform/close-within.server.ts";
import type { Config } from "../platform/config.server.ts";
import { makeCredentials } from "../platform/credentials/credentials.server.ts";
import { appRole } from "../platform/database/app-role.ts";
import { checkAppRole, checkDatabase } from "../platform/database/check.server.ts";
import { connect, type Db, type PoolState } from "../platform/database/database.server.ts";
import { databaseClock } from "../platform/database/database-clock.server.ts";
import { joinEmbedded, startEmbedded } from "../platform/database/embedded.server.ts";
import { readEnvironment } from "../platform/environment.server.mjs";
import { makeIdentity } from "../platform/identity/identity.server.ts";
import { startJobs } from "../platform/jobs/jobs.server.ts";
import { startPolling } from "../platform/jobs/polling.server.ts";
import { makeLive } from "../platform/live/live.server.ts";
import { type Log, makeLog } from "../platform/log.server.ts";
import { outboxMail } from "../platform/mail/mail.server.ts";
import { publicDownload } from "../platform/network/download.server.ts";
import { webPush } from "../platform/push/web-push.server.ts";
import type { Services } from "../platform/services.server.ts";
import { makeSigner } from "../platform/signer.server.ts";
import { makeStorage } from "../platform/storage/make-storage.server.ts";
import { makeThreads } from "../platform/threads/threads.server.ts";
import { accountEmails } from "../shop/accounts/account-emails.server.ts";
import { cleanName } from "../shop/accounts/sign-up.ts";
import { letterhead } from "../shop/brand/brand.server.ts";
import { isServedKey } from "../shop/catalogue/pictures/picture-keys.ts";
import { threadTasks } from "../shop/import/thread-tasks.server.ts";
import { jobHandlers, jobNames, schedules } from "../shop/jobs.server.ts";
import { maySend } from "../shop/notifications/preferences.server.ts";
import { shopOpening } from "../shop/settings/opening.server.ts";
import { variablesOf } from "../shop/settings/provider-keys.ts";
import { shopSettings } from "../shop/settings/settings.server.ts";
import { makeProviders, onlinePayments } from "./providers.server.ts";

export type RunningServices = {
  services: Services;
  databaseUrl: string;
  /** State of the connection pool. */
  pool(): PoolState;
  /** Starts processing queued jobs in this process. */
  work(): Promise<void>;
  /** Stops jobs, then connections, each for seconds at most, then PostgreSQL. */
  close(): Promise<void>;
};

/**
 * Composition root: the only place that chooses the adapter of each port. In: the configuration, and whether this
 * process is a worker, whose primary runs the embedded database. Throws an error with a readable message when the
 * database cannot be started or reached.
 */
export async function makeServices(config: Config, isWorker = false): Promise<RunningServices> {
  const log = makeLog({ level: config.logLevel, json: config.mode === "live" });
  if (config.databaseUrl) await checkDatabase(config.databaseUrl);
  if (config.databaseAppUrl) await checkAppRole(config.databaseAppUrl);
  const embedded = config.databaseUrl
    ? undefined
    : isWorker
      ? joinEmbedded(config.dataDir)
      : await startEmbedded({
          dataDir: config.dataDir,
          onDeath: (error) => log.error({ err: error }, "PostgreSQL died and is started again"),
        });
  try {
    const url = config.databaseUrl ?? embedded?.url() ?? "";
    const jobs = await startJobs({ url, log, names: jobNames });
    const appUrl = embedded?.url(undefined, appRole) ?? config.databaseAppUrl ?? url;
    const database = connect({ url: appUrl, log, max: config.databaseConnections });
    const { db, pool } = database;
    const live = makeLive({ url, log });
    const clock = await databaseClock({ url, log });
    const shopName = async () => (await shopSettings({ db })).shopName;
    const gateway = gatewayFor(config, { db, clock, log });
    const courier = config.mode === "demo" ? localCourier({ db, clock, silence: 12_000 }) : null;
    const providers = makeProviders(
      config.mode,
      { gateway, courier },
      { db, clock, log, shopName },
      config.providers,
    );
    const credentials = makeCredentials({
      db,
      live,
      log,
      secret: config.authSecret,
      environment: config.providerTexts,
      variablesOf,
      onChange: (texts) => providers.use(readEnvironment(texts).values),
    });
    const mail = outboxMail({
      clock,
      log,
      deliver: providers.deliver,
      retainBodies: config.mode === "demo",
      maySend: (from, kind, email) => maySend(from, kind, "email", { email }),
    });
    const storage = await makeStorage(config);
    const services: Services = {
      db,
      live,
      jobs,
      storage,
      backups: embedded ? backupsOf(config.dataDir, { url, storage, clock, log }) : null,
      mail,
      mailbox: providers.mailbox,
      messaging: providers.messaging,
      identity: identityOf({ db, live, mail }, config.authSecret, providers.google),
      credentials,
      payments: providers.payments,
      couriers: providers.couriers,
      download: publicDownload(),
      push: webPush({
        db,
        secret: config.authSecret,
        contact: providers.sender,
        local: config.mode === "demo",
      }),
      signer: makeSigner(config.authSecret),
      clock,
      threads: makeThreads(threadTasks),
      log,
      site: {
        mode: config.mode,
        publicUrl: config.publicUrl,
        isTrial: config.isTrial,
        inMemory: true,
        localUrl: `http://localhost:${config.port}`,
        setUp: {
          database: config.databaseUrl ? "given" : "embedded",
          ledgers: appUrl === url ? "owner" : "guarded",
          get mail() {
            return providers.mail();
          },
        },
      },
    };
    let polling: { stop(): Promise<void> }[] = [];
    return {
      services,
      databaseUrl: url,
      pool,
      async work() {
        const busy = () => pool().waiting > 0;
        if (polling.length === 0) {
          const webhooks = gateway?.startDelivering();
          const mails = startPolling(() => mail.sendDue(db), { log, what: "sending emails", busy });
          polling = webhooks ? [webhooks, mails] : [mails];
        }
        await jobs.work(jobHandlers(services), schedules, busy);
      },
      async close() {
        clock.stop();
        await Promise.all([
          closeWithin(
            6_000,
            log,
            "the job queue",
            Promise.all([jobs.close(), ...polling.map((one) => one.stop())]),
          ),
          closeWithin(2_000, log, "the live connection", live.close()),
        ]);
        await closeWithin(2_000, log, "the database's pool", database.close());
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

function gatewayFor(config: Config, ports: { db: Db; clock: Clock; log: Log }): LocalGateway | null {
  if (config.mode === "live" || onlinePayments(config.providers).length > 0) return null;
  const standardUrl = `${config.publicUrl ?? `http://localhost:${config.port}`}/functions/payment-webhook`;
  return localGateway({ ...ports, standardUrl, post: postByFetch, silence: 30_000 });
}

function backupsOf(dataDir: string, ports: Omit<Parameters<typeof makeBackups>[0], "folder" | "remade">) {
  return makeBackups({ ...ports, folder: join(dataDir, "backups"), remade: isServedKey });
}

/** Accounts, with the shop's rules for them. */
function identityOf(
  { db, live, mail }: Pick<Services, "db" | "live" | "mail">,
  secret: string,
  google: Parameters<typeof makeIdentity>[0]["google"],
): Services["identity"] {
  return makeIdentity({
    db,
    secret,
    google,
    cleanName,
    emails: accountEmails({ db, mail }, () => letterhead({ db })),
    mayJoin: async () => (await shopOpening({ db, live })).isOpen,
  });
}
