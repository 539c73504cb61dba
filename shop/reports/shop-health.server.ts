import { sql } from "drizzle-orm";
import { z } from "zod";
import { type JobBacklog, jobBacklog } from "../../platform/jobs/backlog.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { waitingInvoices } from "../books/books.server.ts";
import { mailboxState } from "../content/inbox/read-mailbox.server.ts";
import { heldBack } from "../hold/hold.server.ts";
import { offeredChannels } from "../orders/messages/message-channels.ts";
import { isUnregistered } from "../settings/gstin.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { ShopSettings } from "../settings/settings.ts";
import {
  type HealthCheck,
  type HealthFacts,
  healthChecks,
  isCopyRecent,
  missingSellerFacts,
} from "./health-checks.ts";
import { untaxedProducts } from "./untaxed-products.server.ts";

const factRow = z.array(
  z.object({
    version: z.string(),
    last_webhook: z.coerce.date().nullable(),
    unhandled: z.coerce.number(),
  }),
);

/** The state of each part of the setup, with what to do about it. A part that does not answer is reported as well. */
export async function shopHealth(services: Services): Promise<HealthCheck[]> {
  const { db, storage, backups, payments, site, clock, log } = services;
  const orNull = <Found>(found: Promise<Found>): Promise<Found | null> =>
    found.catch((error: unknown) => {
      log.error({ err: error }, "a part of the health page failed");
      return null;
    });
  const [database, jobs, freeBytes, settings, stored, hold] = await Promise.all([
    orNull(databaseFacts(services)),
    orNull<JobBacklog | null>(jobBacklog({ db })),
    orNull(storage.freeBytes()),
    orNull(shopSettings(services)),
    orNull(backups?.list() ?? Promise.resolve([])),
    orNull(heldBack(services)),
  ]);
  const facts: HealthFacts = {
    mode: site.mode,
    publicUrl: site.publicUrl,
    hold,
    database,
    jobs,
    freeBytes,
    ...(backups && { lastBackup: stored?.[0]?.at ?? null }),
    hasCopy: settings !== null && isCopyRecent(settings, services.clock.now()),
    mailSetUp: site.setUp?.mail ?? null,
    mailbox: await orNull(mailboxState(services)),
    payments: payments.online?.mode ?? null,
    messages: settings && phoneChannels(services, settings),
    untaxed: settings && (await orNull(untaxed(services, settings))),
    gstin: settings?.legal.gstin ?? null,
    isUnregistered: settings !== null && isUnregistered(settings),
    sellerLacks: settings && missingSellerFacts(settings),
    now: clock.now(),
  };
  return healthChecks(facts);
}

function phoneChannels({ messaging }: Services, { messages }: ShopSettings): HealthFacts["messages"] {
  if (messaging.staysHere) return "local";
  const offered = offeredChannels(messaging, messages);
  return messaging.channels.map((channel) => ({ channel, templates: offered.includes(channel) }));
}

/** Counts products without a GST rate, and shipped orders whose invoice waits for one. */
async function untaxed(services: Services, settings: ShopSettings) {
  const { count } = await untaxedProducts(services, settings);
  return { products: count, orders: await waitingInvoices(services) };
}

async function databaseFacts({ db, mail, site }: Services) {
  const [{ rows }, mails] = await Promise.all([
    db.execute(sql`
      select current_setting('server_version') as version,
        (select max(received_at) from payment_webhook) as last_webhook,
        (select count(*) from (select 1 from payment_webhook where processed_at is null limit 1000) n) as unhandled`),
    mail.backlog(db),
  ]);
  const [row] = factRow.parse(rows);
  if (!row) throw new Error("the database said nothing about itself");
  return {
    version: row.version,
    own: site.setUp?.database ?? null,
    waitingMails: mails.waiting,
    failedMails: mails.failed,
    oldestMailMinutes: mails.oldestMinutes,
    mailError: mails.lastError,
    lastWebhookAt: row.last_webhook,
    unhandledWebhooks: row.unhandled,
  };
}
