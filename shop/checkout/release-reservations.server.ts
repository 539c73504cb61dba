import { inTransaction } from "../../platform/database/database.server.ts";
import { inBatch } from "../../platform/jobs/batch.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { System } from "../access/actor.ts";
import { expiredReservations, markReservationsChecked, postStock } from "../catalogue/stock.server.ts";
import { transitionOrder } from "../orders/change-order.server.ts";
import { type MailContext, readMailContext } from "../orders/order-notifications.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { paymentLinkOf } from "../payments/payment-links.server.ts";

/**
 * Releases expired reservations (docs/domain.md, "Stock"). A prepared order is cancelled; one that waits for payment
 * stays, and reserves again when the money comes or the customer retries. Each reservation is released once, however
 * many processes run; one that cannot be released does not stop the others. Out: how many orders.
 */
export async function releaseExpiredReservations(
  ports: Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "log">,
  actor: System,
): Promise<number> {
  const mailContext = await readMailContext(ports);
  const owners = await expiredReservations(ports.db);
  const { done } = await inBatch(owners, {
    what: "releasing expired reservations",
    log: ports.log,
    nameOf: (owner) => `order ${owner}`,
    mark: (owner) => markReservationsChecked(ports.db, owner),
    work: (owner) => release(ports, actor, mailContext, owner),
  });
  return done;
}

async function release(
  ports: Pick<Services, "db" | "mail" | "jobs">,
  actor: System,
  mailContext: MailContext,
  owner: string,
): Promise<void> {
  await inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, owner);
    if ((await expiredReservations(tx, owner)).length === 0) return;
    if (order && !order.placedAt && order.status !== "cancelled") {
      await transitionOrder(ports, tx, mailContext, order, {
        to: "cancelled",
        actor,
        remark: { code: "not-confirmed" },
      });
      return;
    }
    if (!order) {
      await postStock(tx, owner, new Map(), { actor, code: "not-confirmed" });
      return;
    }
    const posted = await postOrder(tx, order, { actor, code: "not-confirmed" }, { reserved: false });
    if (!posted.ok) return;
    const code = (await paymentLinkOf({ db: tx }, owner)) ? "link-expired" : "units-released";
    await recordEvent(tx, owner, { kind: "note", actor, remark: { code } });
  });
}
