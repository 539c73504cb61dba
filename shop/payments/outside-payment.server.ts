import { inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Staff } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import type { Paise } from "../money.ts";
import { dueNow, dueOnDelivery } from "../orders/amount-due.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import { linkRefusal } from "../orders/order-steps.ts";
import { shortId } from "../orders/orders.ts";
import { outsideWays } from "../orders/posting/offline-providers.ts";
import { setPaymentMethod } from "../orders/posting/payment-status.server.ts";
import { postOrder } from "../orders/posting/post-order.server.ts";
import { settleOutside } from "../orders/posting/settle-offline.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cleanLine } from "../text/clean-text.ts";
import { expireAttempts, terminateAttempts } from "./after-cancelling.server.ts";
import { revokePaymentLinks } from "./payment-links.server.ts";

/**
 * Records that what was due of an order (or its advance) came outside of the shop, as staff say: it is paid then, and
 * its units are committed. Links and open tries to pay it online end; a payment that still arrives is a second one and
 * goes back. Audited, and the customer is told. In: what staff saw as due, how it came (of `outsideWays`), and its
 * reference. Refused: 'not-found'; 'not-payable' when nothing is due, or it is to be paid on delivery and was sent;
 * 'payment-undecided' while a bank decides about an online payment; 'changed-meanwhile' when another amount is due;
 * 'reference-needed' but for cash; 'out-of-stock' when its units were sold since its reservation ended.
 */
export async function recordOutsidePayment(
  ports: Pick<Services, "db" | "mail" | "jobs" | "site" | "payments">,
  actor: Staff,
  orderId: string,
  came: { due: Paise; way: string; reference: string },
): Promise<
  | Done
  | Refused<
      | "not-found"
      | "not-payable"
      | "payment-undecided"
      | "changed-meanwhile"
      | "reference-needed"
      | "out-of-stock"
    >
> {
  const mailContext = await readMailContext(ports);
  const way = outsideWays.find((known) => known === came.way) ?? outsideWays[0];
  const reference = cutText(cleanLine(came.reference), 100);
  let ended: Awaited<ReturnType<typeof expireAttempts>> = [];
  const recorded = await inTransaction<Awaited<ReturnType<typeof recordOutsidePayment>>>(
    ports.db,
    async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return refused("not-found");
      const no = linkRefusal(order);
      if (no) return refused(no);
      const due = dueNow(order);
      if (due !== came.due) return refused("changed-meanwhile");
      if (way !== "cash" && reference === "") return refused("reference-needed");
      const posted = await postOrder(tx, { ...order, hasPayment: true }, { actor, code: "order-paid" });
      if (!posted.ok) return refused("out-of-stock");
      // With its advance paid, an order is a cash order.
      const method = order.method === "online" && dueOnDelivery(order) > 0 ? "cod" : "online";
      await setPaymentMethod(tx, order, method);
      const paid = await settleOutside(tx, { ...order, method }, actor, { amount: due, way, reference });
      await revokePaymentLinks(tx, orderId);
      ended = await expireAttempts(tx, orderId);
      await notifyCustomer(ports, tx, mailContext, paid, "paid", { amount: due });
      await recordAction(tx, {
        actor,
        action: "order.outside-payment",
        subject: { kind: "order", id: orderId, name: `Order ${shortId(orderId)}` },
        after: { amount: due, way, ...(reference && { reference }) },
      });
      return done();
    },
  );
  // After the commit, because the gateway is outside.
  if (recorded.ok) await terminateAttempts(ports, ended);
  return recorded;
}
