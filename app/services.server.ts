import { join } from "node:path";
import { type LocalGateway, localGateway, postByFetch, throughLocalGateway } from "../demo/gateway.server.ts";
import { localClient } from "../demo/google.server.ts";
import { localMessages } from "../demo/messages.server.ts";
import { makeBackups } from "../platform/backup/backups.server.ts";
import type { Clock } from "../platform/clock.ts";
import { closeWithin } from "../platform/close-within.server.ts";
import type { Config } from "../platform/config.server.ts";
import { appRole } from "../platform/database/app-role.ts";
import { checkAppRole, checkDatabase } from "../platform/database/check.server.ts";
import { connect, type Db, type PoolState } from "../platform/database/database.server.ts";
import { databaseClock } from "../platform/database/database-clock.server.ts";
import { joinEmbedded, startEmbedded } from "../platform/database/embedded.server.ts";
import { makeIdentity } from "../platform/identity/identity.server.ts";
import { startJobs } from "../platform/jobs/jobs.server.ts";
import { startPolling } from "../platform/jobs/polling.server.ts";
import { makeLive } from "../platform/live/live.server.ts";
import { type Log, makeLog } from "../platform/log.server.ts";
import { deliverBySmtp } from "../platform/mail/deliver-by-smtp.server.ts";
import { discardMail, outboxMail } from "../platform/mail/mail.server.ts";
import { type Messaging, messagingThrough } from "../platform/messaging/messaging.server.ts";
import { msg91 } from "../platform/messaging/msg91.server.ts";
import { whatsAppCloud } from "../platform/messaging/whatsapp-cloud.server.ts";
import { whatsAppReports } from "../platform/messaging/whatsapp-reports.server.ts";
import { publicDownload } from "../platform/network/download.server.ts";
import { cashOnDelivery, type Payments, throughCashfree } from "../platform/payments/payments.server.ts";
import { webPush } from "../platform/push/web-push.server.ts";
import { repositoryPath } from "../platform/repository.server.ts";
import type { Services } from "../platform/services.server.ts";
import { makeSigner } from "../platform/signer.server.ts";
import { makeStorage } from "../platform/storage/make-storage.server.ts";
import { makeThreads } from "../platform/threads/threads.server.ts";
import { accountEmails } from "../shop/accounts/account-emails.server.ts";
import { isServedKey } from "../shop/catalogue/pictures/picture-keys.ts";
import { jobHandlers, jobNames, schedules } from "../shop/jobs.server.ts";
import { maySend } from "../shop/notifications/preferences.server.ts";
import { shopOpening } from "../shop/settings/opening.server.ts";
import { shopSettings } from "../shop/settings/settings.server.ts";

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
    const deliver = config.mail.smtpUrl
      ? deliverBySmtp({ url: config.mail.smtpUrl, from: config.mail.from })
      : discardMail;
    const mail = outboxMail({
      clock,
      log,
      deliver,
      retainBodies: config.mode === "demo",
      maySend: (from, kind, email) => maySend(from, kind, "email", { email }),
    });
    const storage = await makeStorage(config);
    const shopName = async () => (await shopSettings({ db })).shopName;
    const gateway = gatewayFor(config, { db, clock, log });
    const services: Services = {
      db,
      live,
      jobs,
      storage,
      backups: embedded
        ? makeBackups({
            url,
            storage,
            folder: join(config.dataDir, "backups"),
            clock,
            log,
            remade: isServedKey,
          })
        : null,
      mail,
      messaging: messagingFor(config, { db, clock, log, shopName }),
      identity: makeIdentity({
        db,
        secret: config.authSecret,
        google: config.google ?? (config.mode === "demo" ? localClient : undefined),
        emails: accountEmails({ db, mail }, shopName),
        mayJoin: async () => (await shopOpening({ db, live })).isOpen,
      }),
      payments: paymentsFor(config, gateway),
      download: publicDownload(),
      push: webPush({
        db,
        secret: config.authSecret,
        contact: /[^<\s]+@[^>\s]+/.exec(config.mail.from)?.[0] ?? config.mail.from,
        local: config.mode === "demo",
      }),
      signer: makeSigner(config.authSecret),
      clock,
      threads: makeThreads({
        "read-import": repositoryPath("shop/import/reader-thread.server.ts"),
        "read-zip": repositoryPath("shop/import/unpack/zip-thread.server.ts"),
      }),
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
          mail: config.mail.smtpUrl ? "smtp" : "outbox",
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

/**
 * Cashfree when keys are configured; without them the demo simulates the gateway and a live shop accepts cash only.
 */
function paymentsFor(config: Config, gateway: LocalGateway | null): Payments {
  if (config.cashfree) return throughCashfree(config.cashfree);
  return gateway ? throughLocalGateway(gateway) : cashOnDelivery();
}

function gatewayFor(config: Config, ports: { db: Db; clock: Clock; log: Log }): LocalGateway | null {
  if (config.cashfree || config.mode === "live") return null;
  const standardUrl = `${config.publicUrl ?? `http://localhost:${config.port}`}/functions/payment-webhook`;
  return localGateway({ ...ports, standardUrl, post: postByFetch, silence: 30_000 });
}

/**
 * The providers that have keys, SMS first, since it reaches every phone. Without any the demo keeps the messages for
 * /dev/messages, and a live shop offers no sign-in by phone.
 */
function messagingFor(
  { mode, messaging }: Config,
  ports: { db: Db; clock: Clock; log: Log; shopName: () => Promise<string> },
): Messaging {
  const { msg91: sms, whatsApp, whatsAppReports: reportKeys, ...rules } = messaging;
  const providers = [...(sms ? [msg91(sms)] : []), ...(whatsApp ? [whatsAppCloud(whatsApp)] : [])];
  const reports = reportKeys ? whatsAppReports(reportKeys) : null;
  const options = { log: ports.log, reports, ...rules };
  if (providers.length > 0 || mode === "live")
    return messagingThrough(providers, { ...options, staysHere: false });
  return messagingThrough(localMessages(ports), { ...options, staysHere: true });
}
