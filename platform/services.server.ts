import type { Backups } from "./backup/backups.server.ts";
import type { Clock } from "./clock.ts";
import type { Couriers } from "./couriers/couriers.server.ts";
import type { Credentials } from "./credentials/credentials.server.ts";
import type { Db } from "./database/database.server.ts";
import type { Identity } from "./identity/identity.server.ts";
import type { Jobs } from "./jobs/jobs.server.ts";
import type { Live } from "./live/live.server.ts";
import type { Log } from "./log.server.ts";
import type { Mail } from "./mail/mail.server.ts";
import type { Mailbox } from "./mail/mailbox.server.ts";
import type { Messaging } from "./messaging/messaging.server.ts";
import type { Download } from "./network/download.server.ts";
import type { Payments } from "./payments/payments.server.ts";
import type { Push } from "./push/push.server.ts";
import type { Signer } from "./signer.server.ts";
import type { Storage } from "./storage/storage.server.ts";
import type { Threads } from "./threads/threads.server.ts";

/**
 * The shop as a web site. `publicUrl` has no trailing slash. `localUrl` is how this machine reaches it, for links in
 * emails of a demo without a public address.
 */
export type Site = {
  mode: "demo" | "live";
  publicUrl: string | null;
  /** Whether a live shop is only tried on one machine, over http, and cannot be opened to the public. */
  isTrial?: boolean;
  localUrl?: string;
  setUp?: SetupStatus;
  /**
   * Whether in-memory data of this process follows change events. Otherwise it is compared with the database at each
   * use: tests write to the database and read at once.
   */
  inMemory?: boolean;
};

/** The configuration shown on the health page: no addresses and no secrets. */
type SetupStatus = {
  database: "embedded" | "given";
  /** "owner": the shop runs as the owner of the tables, so only triggers keep ledgers append-only. */
  ledgers: "owner" | "guarded";
  readonly mail: "smtp" | "outbox";
};

/** All ports. A shop function names the ports it needs in its signature. */
export type Services = {
  db: Db;
  live: Live;
  jobs: Jobs;
  storage: Storage;
  mail: Mail;
  mailbox: Mailbox;
  messaging: Messaging;
  identity: Identity;
  credentials: Credentials;
  payments: Payments;
  couriers: Couriers;
  push: Push;
  download: Download;
  signer: Signer;
  /** Null when the database is external and backed up by other means (and `npm run backup`). */
  backups: Backups | null;
  clock: Clock;
  threads: Threads;
  log: Log;
  site: Site;
};
