import { z } from "zod";
import { deleteExpired } from "../platform/identity/one-time-secrets.server.ts";
import { inBatch } from "../platform/jobs/batch.server.ts";
import type { JobHandler, JobHandlers } from "../platform/jobs/jobs.server.ts";
import { channels } from "../platform/messaging/channels.ts";
import type { Services } from "../platform/services.server.ts";
import { system } from "./access/actor.ts";
import { deleteOldInvitations } from "./accounts/team/invitations.server.ts";
import { deleteOldAddKeys } from "./cart/add-once.server.ts";
import { rollUpCatalogueCounters } from "./catalogue/inventory/catalogue-counters.server.ts";
import { refreshCollections } from "./catalogue/membership/membership.server.ts";
import { releaseExpiredReservations } from "./checkout/release-reservations.server.ts";
import { deleteOldReceived, readMailbox } from "./content/inbox/read-mailbox.server.ts";
import { countFits } from "./fit/fit.server.ts";
import { runImport } from "./import/run-import.server.ts";
import { postDocuments, postWaitingDocuments } from "./invoices/post-documents.server.ts";
import { askCouriers, askCouriersJob } from "./order-management/courier-tracking.server.ts";
import { rollUpCounters } from "./order-management/lists/counters.server.ts";
import { sendMessageJob } from "./orders/messages/queue-message.server.ts";
import { deleteOldMessages, sendMessage } from "./orders/messages/send-message.server.ts";
import { ordersOfInbox } from "./orders/orders-among.server.ts";
import { settleCancelledOrder } from "./payments/after-cancelling.server.ts";
import { reconcileOpen } from "./payments/reconcile.server.ts";
import { reconcileRefunds, refundRemaining, sendRefund } from "./payments/refunds.server.ts";
import { deleteOldWebhooks } from "./payments/webhooks.server.ts";
import { deleteOldPush, sendPush } from "./push/send-push.server.ts";
import { rollUpMetrics } from "./reports/roll-up.server.ts";
import { deletePhoto } from "./returns/personal-data.server.ts";
import { deleteRemovedPhotos } from "./reviews/photos.server.ts";
import { refreshBoughtTogether } from "./search/bought-together.server.ts";
import { refreshPopularity } from "./search/popular.server.ts";
import { deleteOldSearches } from "./search-log/search-log.server.ts";
import { tellStaff } from "./staff-notices/tell-staff.server.ts";
import { deleteOldNotices } from "./stock-notices/personal-data.server.ts";
import { sendStockNotices } from "./stock-notices/send-notices.server.ts";

const ofRun = z.object({ runId: z.uuid() });
const queuedId = z.object({ id: z.uuid() });
const ofMessage = queuedId.extend({ without: z.enum(channels).nullable().default(null) });
const ofOrder = z.object({ orderId: z.uuid() });
const ofCancelled = ofOrder.extend({ needsApproval: z.boolean().default(false) });
const ofPayment = ofOrder.extend({ paymentId: z.string() });
const ofPhoto = z.object({ returnId: z.uuid(), key: z.string() });
const ofRefund = z.object({ refundId: z.uuid() });

/** Every job: its name and its handler. */
const handlers = {
  [sendMessageJob]: (services) => (data) => {
    const { id, without } = ofMessage.parse(data);
    return sendMessage(services, id, without);
  },
  "send-push": (services) => (data) => sendPush(services, queuedId.parse(data).id),
  "release-reservations": (services) => async () =>
    void (await releaseExpiredReservations(services, system("release-reservations"))),
  "roll-up-metrics": (services) => () => rollUpMetrics(services),
  "reconcile-payments": (services) => () =>
    each(services, "reconciling", { payments: reconcileOpen, refunds: reconcileRefunds }),
  "settle-cancelled": (services) => (data) => {
    const { orderId, needsApproval } = ofCancelled.parse(data);
    return settleCancelledOrder(services, system("settle-cancelled"), orderId, needsApproval);
  },
  "return-payment": (services) => (data) => {
    const { orderId, paymentId } = ofPayment.parse(data);
    return refundRemaining(services, system("return-payment"), orderId, { paymentId });
  },
  "write-documents": (services) => (data) => postDocuments(services, ofOrder.parse(data).orderId),
  "write-waiting-documents": (services) => () => postWaitingDocuments(services),
  "send-refund": (services) => (data) => sendRefund(services, ofRefund.parse(data).refundId),
  "send-stock-notices": (services) => async () => void (await sendStockNotices(services)),
  "count-pairs": (services) => () =>
    each(services, "counting", { pairs: refreshBoughtTogether, popularity: refreshPopularity }),
  "count-fits": (services) => () => countFits(services),
  "refresh-collections": (services) => () => refreshCollections(services),
  "roll-up-counters": (services) => () =>
    each(services, "rolling up", { orders: rollUpCounters, catalogue: rollUpCatalogueCounters }),
  "tell-staff": (services) => () => tellStaff(services),
  [askCouriersJob]: (services) => () => askCouriers(services),
  "read-mailbox": (services) => () => readMailbox(services, system("read-mailbox"), ordersOfInbox),
  "delete-photo": (services) => (data) => {
    const { returnId, key } = ofPhoto.parse(data);
    return deletePhoto(services, returnId, key);
  },
  "delete-review-photos": (services) => () => deleteRemovedPhotos(services),
  "back-up": (services) => async () => void (await services.backups?.write()),
  "import-products": (services) => (data) => runImport(services, ofRun.parse(data).runId),
  "sweep-expired": (services) => () =>
    each(services, "sweeping", {
      "sessions and codes": deleteExpired,
      searches: deleteOldSearches,
      "stock notices": deleteOldNotices,
      "keys of cart adds": deleteOldAddKeys,
      invitations: deleteOldInvitations,
      "push messages": deleteOldPush,
      "messages to phones": deleteOldMessages,
      webhooks: deleteOldWebhooks,
      emails: ({ mail, db }) => mail.sweep(db),
      "received mails": deleteOldReceived,
    }),
} satisfies Record<string, (services: Services) => JobHandler>;

/** Runs the parts of a job one after the other; one that fails does not stop the others. */
async function each(
  services: Services,
  what: string,
  parts: Record<string, (services: Services) => Promise<unknown>>,
): Promise<void> {
  await inBatch(Object.entries(parts), {
    what,
    log: services.log,
    nameOf: ([name]) => name,
    work: ([, run]) => run(services),
  });
}

/** Schedules of recurring jobs: cron lines in UTC. */
export const schedules: Partial<Record<keyof typeof handlers, string>> = {
  "release-reservations": "* * * * *",
  "reconcile-payments": "* * * * *",
  "roll-up-counters": "*/5 * * * *",
  "roll-up-metrics": "* * * * *",
  "tell-staff": "* * * * *",
  [askCouriersJob]: "* * * * *",
  "read-mailbox": "* * * * *",
  "refresh-collections": "*/3 * * * *",
  "delete-review-photos": "*/5 * * * *",
  "back-up": "17 * * * *",
  "count-pairs": "47 * * * *",
  "count-fits": "23 * * * *",
  "write-waiting-documents": "37 * * * *",
  // 02:15 in India.
  "sweep-expired": "45 20 * * *",
};

/** The names of all jobs. */
export const jobNames: string[] = Object.keys(handlers);

/** In: the ports that the jobs use. Out: job name -> handler. */
export function jobHandlers(services: Services): JobHandlers {
  return Object.fromEntries(Object.entries(handlers).map(([name, make]) => [name, make(services)]));
}
