import { z } from "zod";
import { sweepExpired } from "../platform/identity/one-time-secrets.server.ts";
import type { JobHandler, JobHandlers } from "../platform/jobs/jobs.server.ts";
import type { Services } from "../platform/services.server.ts";
import { system } from "./access/actor.ts";
import { foldCatalogueTally } from "./catalogue/inventory/catalogue-counters.server.ts";
import { releaseExpiredHolds } from "./checkout/release-reservations.server.ts";
import { runImport } from "./import/run-import.server.ts";
import { postDocuments } from "./invoices/post-documents.server.ts";
import { foldTallies } from "./order-management/lists/counters.server.ts";
import { settleCancelled } from "./payments/after-cancelling.server.ts";
import { reconcileOpen } from "./payments/reconcile.server.ts";
import { reconcileRefunds, returnEverything, sendRefund } from "./payments/refunds.server.ts";
import { sweepPaymentNotices } from "./payments/webhooks.server.ts";
import { foldFigures } from "./reports/roll-up.server.ts";
import { deletePhoto } from "./returns/personal-data.server.ts";
import { refreshBoughtTogether } from "./search/bought-together.server.ts";
import { forgetSearches } from "./search-log/search-log.server.ts";
import { forgetOldNotices } from "./stock-notices/personal-data.server.ts";
import { sendStockNotices } from "./stock-notices/send-notices.server.ts";

const ofRun = z.object({ runId: z.uuid() });
const mailId = z.object({ id: z.uuid() });
const ofOrder = z.object({ orderId: z.uuid() });
const ofPayment = ofOrder.extend({ paymentId: z.string() });
const ofPhoto = z.object({ returnId: z.uuid(), key: z.string() });
const ofRefund = z.object({ refundId: z.uuid() });

/** Every kind of work that is done later: the job's name and who does it, one line each. */
const handlers = {
  "send-mail": (services) => (data) => services.mail.send(services.db, mailId.parse(data).id),
  "release-holds": (services) => async () =>
    void (await releaseExpiredHolds(services, system("release-holds"))),
  "fold-figures": (services) => () => foldFigures(services),
  "reconcile-payments": (services) => async () => {
    await reconcileOpen(services);
    await reconcileRefunds(services);
  },
  "settle-cancelled": (services) => (data) =>
    settleCancelled(services, system("settle-cancelled"), ofOrder.parse(data).orderId),
  "return-payment": (services) => (data) => {
    const { orderId, paymentId } = ofPayment.parse(data);
    return returnEverything(services, system("return-payment"), orderId, paymentId);
  },
  "write-documents": (services) => (data) => postDocuments(services, ofOrder.parse(data).orderId),
  "send-refund": (services) => (data) => sendRefund(services, ofRefund.parse(data).refundId),
  "send-stock-notices": (services) => async () => void (await sendStockNotices(services)),
  "count-pairs": (services) => () => refreshBoughtTogether(services),
  "fold-tallies": (services) => async () => {
    await foldTallies(services);
    await foldCatalogueTally(services);
  },
  "delete-photo": (services) => (data) => {
    const { returnId, key } = ofPhoto.parse(data);
    return deletePhoto(services, returnId, key);
  },
  "back-up": (services) => async () => void (await services.backups?.write()),
  "import-products": (services) => (data) => runImport(services, ofRun.parse(data).runId),
  "sweep-expired": (services) => async () => {
    await sweepExpired(services);
    await forgetSearches(services);
    await forgetOldNotices(services);
    await sweepPaymentNotices(services);
    await services.mail.sweep(services.db);
  },
} satisfies Record<string, (services: Services) => JobHandler>;

/** When the jobs run that nobody sends: cron lines in UTC. */
export const schedules: Partial<Record<keyof typeof handlers, string>> = {
  "release-holds": "* * * * *",
  "reconcile-payments": "* * * * *",
  "fold-tallies": "*/5 * * * *",
  "fold-figures": "* * * * *",
  "back-up": "17 * * * *",
  "count-pairs": "47 * * * *",
  // A quarter past two at night in India.
  "sweep-expired": "45 20 * * *",
};

/** The names of all jobs that may be sent. */
export const jobNames: string[] = Object.keys(handlers);

/** In: the ports that the jobs use. Out: job name -> who does it. */
export function jobHandlers(services: Services): JobHandlers {
  return Object.fromEntries(Object.entries(handlers).map(([name, make]) => [name, make(services)]));
}
