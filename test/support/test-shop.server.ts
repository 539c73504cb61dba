import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { migrate } from "../../db/migrate.server.ts";
import { localCourier } from "../../demo/courier.server.ts";
import { localClient } from "../../demo/google.server.ts";
import { localMailbox } from "../../demo/mailbox.server.ts";
import { localMessages } from "../../demo/messages.server.ts";
import { makeBackups } from "../../platform/backup/backups.server.ts";
import { couriersThrough } from "../../platform/couriers/couriers.server.ts";
import { makeCredentials } from "../../platform/credentials/credentials.server.ts";
import { connect } from "../../platform/database/database.server.ts";
import { makeIdentity } from "../../platform/identity/identity.server.ts";
import { makeLive } from "../../platform/live/live.server.ts";
import { makeLog } from "../../platform/log.server.ts";
import { type MailMessage, outboxMail } from "../../platform/mail/mail.server.ts";
import { messagingThrough } from "../../platform/messaging/messaging.server.ts";
import { publicDownload } from "../../platform/network/download.server.ts";
import { webPush } from "../../platform/push/web-push.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { makeSigner } from "../../platform/signer.server.ts";
import { folderStorage } from "../../platform/storage/storage.server.ts";
import { makeThreads } from "../../platform/threads/threads.server.ts";
import { accountEmails } from "../../shop/accounts/account-emails.server.ts";
import { cleanName } from "../../shop/accounts/sign-up.ts";
import { letterhead } from "../../shop/brand/brand.server.ts";
import { isServedKey } from "../../shop/catalogue/pictures/picture-keys.ts";
import { threadTasks } from "../../shop/import/thread-tasks.server.ts";
import { jobHandlers } from "../../shop/jobs.server.ts";
import { maySend } from "../../shop/notifications/preferences.server.ts";
import { shopOpening } from "../../shop/settings/opening.server.ts";
import { variablesOf } from "../../shop/settings/provider-keys.ts";
import { shopSettings } from "../../shop/settings/settings.server.ts";
import { asAppRole, databaseAt, onDatabase, templateName } from "./cluster/databases.server.ts";
import { seededTemplate } from "./cluster/seeded-template.server.ts";
import { type TestClock, testClock } from "./test-clock.ts";
import { auditFaults } from "./test-shop/audit-faults.server.ts";
import { seededStorage } from "./test-shop/seeded-storage.server.ts";
import { type TestGateway, testGateway } from "./test-shop/test-gateway.server.ts";
import { jobTable, testJobs } from "./test-shop/test-jobs.server.ts";

/** The secret with which every test shop signs its cookies. */
export const testSecret = "a secret of this test, long enough to sign with";

export type TestShop = {
  services: Services;
  /**
   * The same clock as in `services`, with methods to move it. Starts at 2026-11-21T06:00:00Z. What the database dates is
   * of another day: a test that needs both sets it, `clock.set(new Date())`.
   */
  clock: TestClock;
  /** The address of this shop's own database. */
  databaseUrl: string;
  /** Runs every job that is due by the clock, gives their names, and sends what mail is due then. */
  runDue(): Promise<string[]>;
  /** Every mail delivered so far, oldest first (after `runDue`, which delivers what was queued). */
  sentMail(): MailMessage[];
  /** The bank's side of online payment: what customers and the bank do, and the webhooks on their way. */
  gateway: TestGateway;
  dispose(): Promise<void>;
};

/**
 * A whole shop on a database and a storage folder of its own: empty, or with `seed` full of the demo catalogue.
 * Make one per test file, dispose of it after.
 * `cluster`: the address of a PostgreSQL of the test's own, for a shop that is empty there.
 */
export async function testShop(options: { seed?: boolean; cluster?: string } = {}): Promise<TestShop> {
  const ofRun = inject("testCluster");
  const cluster = { ...ofRun, url: options.cluster ?? ofRun.url };
  const seeded = options.seed ? await seededTemplate(ofRun) : undefined;
  const name = `shop_${randomUUID().replaceAll("-", "")}`;
  const template = options.cluster ? "template1" : (seeded?.database ?? templateName.empty);
  await onDatabase(cluster.url, `create database ${name} template ${template} strategy file_copy`);
  const databaseUrl = databaseAt(cluster.url, name);
  if (options.cluster) await migrate({ url: databaseUrl });
  const folder = await mkdtemp(join(tmpdir(), "campus-style-storage-"));

  const log = makeLog({ level: "silent", json: true });
  const clock = testClock();
  // As the shop's own database role, so that a missing right fails a test and not a customer's request.
  const { db, close } = connect({ url: asAppRole(databaseUrl), log });
  await onDatabase(databaseUrl, jobTable);
  const live = makeLive({ url: databaseUrl, log });
  const { jobs, runDue } = testJobs({ db, clock });
  const sent: MailMessage[] = [];
  const mail = outboxMail({
    clock,
    log,
    retainBodies: true,
    maySend: (from, kind, email) => maySend(from, kind, "email", { email }),
    deliver: async ({ id: _id, ...message }) => {
      sent.push(message);
    },
  });
  const storage = seeded ? seededStorage(seeded.storage, folder) : folderStorage(folder);
  const site = { mode: "demo", publicUrl: null } as const;
  const shopName = async () => (await shopSettings({ db })).shopName;
  const identity = makeIdentity({
    db,
    secret: testSecret,
    google: () => localClient,
    cleanName,
    emails: accountEmails({ db, mail }, () => letterhead({ db })),
    mayJoin: async () => (await shopOpening({ db, live })).isOpen,
  });

  const { payments, gateway } = testGateway({ db, clock, log });
  const backupFolder = await mkdtemp(join(tmpdir(), "campus-style-backups-"));
  const backups = makeBackups({
    url: databaseUrl,
    storage,
    folder: backupFolder,
    clock,
    log,
    remade: isServedKey,
  });
  const threads = makeThreads(threadTasks);
  const services: Services = {
    db,
    live,
    jobs,
    storage,
    backups,
    mail,
    mailbox: localMailbox({ db, from: "shop@campus.test" }),
    messaging: messagingThrough(localMessages({ db, clock, shopName }), {
      log,
      callingCodes: ["91"],
      codesPerDay: 200,
      staysHere: true,
    }),
    identity,
    credentials: makeCredentials({
      db,
      live,
      log,
      secret: testSecret,
      environment: {},
      variablesOf,
      onChange: () => undefined,
    }),
    payments,
    couriers: couriersThrough([localCourier({ db, clock, silence: 0 })]),
    push: webPush({ db, secret: testSecret, contact: () => "shop@campus.test", local: true }),
    // No name is resolved: tests reach this machine only, and there what they allow.
    download: publicDownload({ lookup: (name, _, found) => found(new Error(`${name} in a test`), "") }),
    signer: makeSigner(testSecret),
    clock,
    threads,
    log,
    site,
  };
  return {
    services,
    clock,
    databaseUrl,
    async runDue() {
      const ran = await runDue(jobHandlers(services));
      while (await mail.sendDue(db));
      return ran;
    },
    sentMail: () => [...sent],
    gateway,
    async dispose() {
      const unread = await auditFaults(services);
      await live.close();
      await close();
      await onDatabase(cluster.url, `drop database ${name} with (force)`);
      // A picture that a page requested may still be being written to the folder.
      await rm(backupFolder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
      // Of every act that any test makes: what staff read of it in the audit log.
      expect(unread).toEqual([]);
    },
  };
}
