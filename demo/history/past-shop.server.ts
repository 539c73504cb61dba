import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { type Db, sqlState } from "../../platform/database/database.server.ts";
import type { JobData } from "../../platform/jobs/jobs.server.ts";
import type { Mail } from "../../platform/mail/mail.server.ts";
import { mailOutbox, type NewOutboxRow } from "../../platform/mail/tables.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Staff } from "../../shop/access/actor.ts";
import { jobHandlers } from "../../shop/jobs.server.ts";
import { receiveWebhook } from "../../shop/payments/webhooks.server.ts";
import { type LocalGateway, localGateway, throughLocalGateway } from "../gateway.server.ts";
import { type Agenda, makeAgenda } from "./calendar.ts";
import type { Catalogue } from "./catalogue.server.ts";
import type { MovedClock } from "./demo-clock.server.ts";

/** The context of every action of the history: the shop's services on its connection, at the time of the action. */
export type PastShop = {
  services: Services;
  agenda: Agenda;
  clock: MovedClock;
  catalogue: Catalogue;
  /** The member of staff for an order. In: the order's key. */
  staffFor(key: string): Staff;
  /**
   * Runs one action atomically, then its jobs and the gateway's webhooks. Out: whether it succeeded; a refused action
   * is rolled back.
   */
  act(work: () => Promise<{ ok: boolean }>): Promise<boolean>;
  /** The same for an action of the customer or the bank at the gateway. */
  onPaymentPage(work: (gateway: LocalGateway) => Promise<{ ok: boolean }>): Promise<boolean>;
  /** Writes the newest mails into the outbox, as sent: the page /dev/mail shows them. */
  keepNewestMails(): Promise<void>;
};

/**
 * This many fit on the first screen of /dev/mail; the mails of 120 days would bury those of a visitor who tries the
 * shop.
 */
const mostMails = 20;

/** The SQLSTATE of a deadlock. */
const deadlock = "40P01";

type QueuedJob = { name: string; data: JobData };

/**
 * The shop's services over a transaction, which each action commits and begins anew, with jobs that run at once and
 * mails that are discarded.
 */
export function pastShop(
  running: Services,
  tx: Db,
  clock: MovedClock,
  { catalogue, staff }: { catalogue: Catalogue; staff: [Staff, ...Staff[]] },
): PastShop {
  let queue: QueuedJob[] = [];
  let mails: NewOutboxRow[] = [];
  const keepMails = (more: NewOutboxRow[]) => {
    mails = [...mails, ...more].slice(-mostMails);
  };
  let written: NewOutboxRow[] = [];
  const mail: Mail = {
    ...running.mail,
    queue: async (_db, { id = randomUUID(), secret = false, ...message }) => {
      const at = clock.now();
      const sent = { createdAt: at, sentAt: at, dueAt: null, attempts: 1, lastError: null };
      const without = { replyTo: null, html: null, kind: null, unsubscribe: null };
      written.push({ id, secret, ...without, ...message, ...sent });
      return id;
    },
  };
  let gatewayMoved = false;
  const gateway = localGateway({
    db: tx,
    clock,
    log: running.log,
    silence: 0,
    // Webhooks are delivered directly below; none goes over the network.
    standardUrl: "http://localhost/functions/payment-webhook",
    post: () => Promise.reject(new Error("Nothing is posted from the past.")),
  });
  const services: Services = {
    ...running,
    db: tx,
    clock,
    mail,
    payments: throughLocalGateway(gateway, (request) => {
      gatewayMoved = true;
      return gateway.handle(request);
    }),
    jobs: {
      async send(_db, name, data) {
        queue.push({ name, data });
      },
    },
  };
  const handlers = jobHandlers(services);
  const runJobs = async () => {
    for (let job = queue.shift(); job; job = queue.shift()) {
      const handler = handlers[job.name];
      if (!handler) throw new Error(`No handler for the job '${job.name}'`);
      await handler(job.data);
    }
  };
  const deliverWebhooks = async () => {
    for (const webhook of await gateway.takeWebhooks()) {
      const body = new Uint8Array(await webhook.arrayBuffer());
      const received = await receiveWebhook(services, webhook.headers, body);
      if (!received.ok) throw new Error(`a webhook of the past was ${received.refused}`);
      await runJobs();
    }
  };
  const act: PastShop["act"] = async (work) => {
    // Commits the previous action, so that no customer waits for what it locked. In one message: each costs as much as
    // a small query.
    await tx.execute(sql.raw(`commit and chain; ${clock.statement()}; savepoint act`));
    for (;;) {
      try {
        return await attempt(work);
      } catch (error) {
        // The shop is open: a customer and the history may deadlock.
        if (sqlState(error) !== deadlock) throw error;
        await tx.execute(sql`rollback to savepoint act`);
      }
    }
  };
  const attempt = async (work: () => Promise<{ ok: boolean }>) => {
    written = [];
    queue = [];
    gatewayMoved = false;
    const { ok } = await work();
    if (!ok) {
      await tx.execute(sql`rollback to savepoint act`);
      return false;
    }
    await runJobs();
    if (gatewayMoved) await deliverWebhooks();
    keepMails(written);
    return true;
  };
  return {
    services,
    clock,
    catalogue,
    act,
    agenda: makeAgenda(),
    staffFor: (key) => staff[(key.codePointAt(key.length - 1) ?? 0) % staff.length] ?? staff[0],
    onPaymentPage: (work) =>
      act(() => {
        gatewayMoved = true;
        return work(gateway);
      }),
    async keepNewestMails() {
      if (mails.length > 0) await tx.insert(mailOutbox).values(mails);
    },
  };
}
