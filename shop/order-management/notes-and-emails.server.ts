import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import { type Actor, can } from "../access/actor.ts";
import { askedConfirmation, replaceConfirmationLink } from "../cod/confirmation.server.ts";
import { sendsMail } from "../emails/sends-mail.server.ts";
import { writeEmail } from "../emails/write-email.ts";
import { documentLabel } from "../invoices/document.ts";
import { numberedDocument, orderDocument } from "../invoices/order-document.server.ts";
import { maySend } from "../notifications/preferences.server.ts";
import { queueEmail } from "../notifications/queue-email.server.ts";
import { writeEmailAddress, writeTags } from "../orders/insert-order.server.ts";
import {
  type NotificationParameters,
  type OrderNotification,
  orderEmail,
  orderEmailFacts,
  orderMessageOf,
} from "../orders/order-emails.ts";
import {
  kindOfOrderNotification,
  type MailContext,
  readMailContext,
} from "../orders/order-notifications.server.ts";
import { linkRefusal } from "../orders/order-steps.ts";
import { isPlaced, type Order } from "../orders/orders.ts";
import { deliveryOutcomeOf } from "../orders/posting/dispositions.server.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { readTags } from "../orders/tags.ts";
import { linkParameters, paymentLinkOf } from "../payments/payment-links.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cleanLines } from "../text/clean-text.ts";
import { emailAddress } from "../text/email-address.ts";
import { itemsSaidAgain, resendableEmails } from "./resendable-emails.ts";
import { claimFormKey, recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "clock" | "site">;

const maxNoteLength = 500;

/**
 * Adds a staff note to an order; customers never see it. The same form twice adds one note. Refused: 'empty',
 * 'not-found'.
 */
export async function addNote(
  { db }: Pick<Services, "db">,
  actor: Actor,
  orderId: string,
  { key, text }: { key: string; text: string },
): Promise<Done | Refused<"not-found" | "empty">> {
  const note = cutText(cleanLines(text), maxNoteLength);
  if (!note) return refused("empty");
  return withLockedOrder<undefined, "not-found">(db, orderId, async (tx, order) => {
    if (!(await claimFormKey(tx, key, "note"))) return done();
    await recordEvent(tx, orderId, { kind: "note", actor, note });
    await recordOrderAction(tx, actor, "order.note", order, {});
    return done();
  });
}

/**
 * Sets the tags of an order: free words of staff (`readTags`), which only they see and find it by. In: the tags that the
 * form was shown with. Refused: 'changed-meanwhile' when they are others now, 'not-found'.
 */
export async function setTags(
  { db }: Pick<Services, "db">,
  actor: Actor,
  orderId: string,
  { typed, seen }: { typed: string; seen: string },
): Promise<Done | Refused<"not-found" | "changed-meanwhile">> {
  const tags = readTags(typed);
  return withLockedOrder<undefined, "not-found" | "changed-meanwhile">(db, orderId, async (tx, order) => {
    if (order.tags.join(", ") === tags.join(", ")) return done();
    if (order.tags.join(", ") !== seen) return refused("changed-meanwhile");
    await writeTags(tx, orderId, tags);
    await recordOrderAction(tx, actor, "order.tags", order, {
      before: { tags: order.tags },
      after: { tags },
    });
    return done();
  });
}

/**
 * Corrects the address that the emails of an order go to. Only that: whose order it is stays as it is, and no email about
 * an order signs anybody in. A link to confirm that was mailed to the old address ends. What has not been sent yet goes
 * to the new address, with the new link. Audited, and in the timeline, without the addresses. In: the address as typed,
 * and the one that the form was shown with. Refused: 'email-bad', 'changed-meanwhile' when it is another one now,
 * 'no-address' when the order never had one or its customer was erased, 'not-allowed', 'not-found'.
 */
export async function correctEmail(
  ports: Ports,
  actor: Actor,
  orderId: string,
  { typed, seen }: { typed: string; seen: string },
): Promise<Done | Refused<"not-found" | "email-bad" | "changed-meanwhile" | "no-address" | "not-allowed">> {
  if (!can(actor, "orders.edit")) return refused("not-allowed");
  const email = emailAddress.safeParse(typed);
  if (!email.success) return refused("email-bad");
  const mailContext = await readMailContext(ports);
  return withLockedOrder<undefined, "changed-meanwhile" | "no-address">(
    ports.db,
    orderId,
    async (tx, order) => {
      if (!order.email) return refused("no-address");
      if (order.email.toLowerCase() === email.data) return done();
      if (order.email !== seen) return refused("changed-meanwhile");
      await writeEmailAddress(tx, orderId, email.data);
      // A customer who chose messages to the phone has the link there as well.
      const outdated = order.updatesBy === null ? await replaceConfirmationLink(tx, orderId) : null;
      const now = { ...order, email: email.data };
      const change = { from: order.email, to: now.email, about: orderId };
      const dropped = await ports.mail.readdress(tx, { ...change, ...(outdated && { outdated }) });
      if (dropped > 0) await queueOrderEmail(ports, tx, mailContext, now, await placedEmail(tx, now));
      await recordEvent(tx, orderId, { kind: "note", actor, remark: { code: "email-corrected" } });
      await recordOrderAction(tx, actor, "order.email", order, {});
      return done();
    },
  );
}

/**
 * What an order was answered with when it was placed, as far as it is still true: the request to confirm it, or to pay it
 * by its link, instead of the thanks for it.
 */
async function placedEmail(
  tx: Db,
  order: Order,
): Promise<{ notification: OrderNotification; more: NotificationParameters }> {
  const asked = await askedConfirmation({ db: tx }, order);
  if (asked) return { notification: asked.kind, more: { confirmPath: asked.confirmPath } };
  const waits = order.method === "online" && !order.hasPayment && linkRefusal(order) === null;
  const link = waits ? await paymentLinkOf({ db: tx }, order.id) : null;
  if (link?.isOpen) return { notification: "payment-link", more: linkParameters(link) };
  return { notification: "placed", more: {} };
}

/** Queues an email of an order to its address. */
async function queueOrderEmail(
  ports: Ports,
  tx: Db,
  mailContext: MailContext,
  order: Order,
  { notification, more }: { notification: OrderNotification; more: NotificationParameters },
): Promise<void> {
  const kind = kindOfOrderNotification[notification];
  const about = { kind, to: order.email, origin: mailContext.origin, about: order.id };
  await queueEmail(ports, tx, about, (unsubscribe) =>
    orderEmail({ ...mailContext, unsubscribe }, notification, order, more),
  );
}

/**
 * Sends one of an order's emails again, only when it is still true. That it was placed is sent as it was first, with the
 * link to confirm or to pay while the order waits for that. Refused: 'not-true', 'no-address' when the
 * account is deleted, 'turned-off' by the customer, 'no-mail' in a shop without a mail server, 'not-found'.
 */
export async function resendEmail(
  ports: Ports,
  actor: Actor,
  orderId: string,
  { key, notification }: { key: string; notification: string },
): Promise<
  Done<OrderNotification> | Refused<"not-found" | "not-true" | "no-address" | "turned-off" | "no-mail">
> {
  if (!sendsMail(ports.site)) return refused("no-mail");
  return withLockedOrder<OrderNotification, "not-true" | "no-address" | "turned-off">(
    ports.db,
    orderId,
    async (tx, order) => {
      const wanted = isPlaced(order)
        ? resendableEmails(order).find((known) => known === notification)
        : undefined;
      if (!wanted) return refused("not-true");
      if (!order.email) return refused("no-address");
      const deliveryOutcome = await deliveryOutcomeOf(tx, order);
      const items = itemsSaidAgain(order, wanted);
      const email =
        wanted === "placed"
          ? await placedEmail(tx, order)
          : {
              notification: wanted,
              more: { ...(deliveryOutcome && { deliveryOutcome }), ...(items && { items }) },
            };
      const kind = kindOfOrderNotification[email.notification];
      if (!(await maySend(tx, kind, "email", order))) return refused("turned-off");
      if (!(await claimFormKey(tx, key, "mail"))) return done(wanted);
      await queueOrderEmail(ports, tx, await readMailContext({ ...ports, db: tx }), order, email);
      await recordEvent(tx, orderId, {
        kind: "note",
        actor,
        remark: { code: "email-resent", email: wanted },
      });
      await recordOrderAction(tx, actor, "order.mail", order, { after: { mail: wanted } });
      return done(wanted);
    },
  );
}

/**
 * Sends a document of an order by email, linked as in the first email: its customer opens it after logging in. In: the
 * number as in addresses ("CN-2627-000001"), "" for what the order has now, such as its receipt. The same form twice
 * sends one email. Refused: 'no-document', 'no-address' when the account is deleted, 'no-mail' as for `resendEmail`,
 * 'not-allowed', 'not-found'. Audited.
 */
export async function sendDocument(
  ports: Ports,
  actor: Actor,
  orderId: string,
  { key, slug }: { key: string; slug: string },
): Promise<Done | Refused<"not-found" | "no-document" | "no-address" | "no-mail" | "not-allowed">> {
  if (!can(actor, "orders.edit")) return refused("not-allowed");
  if (!sendsMail(ports.site)) return refused("no-mail");
  // Before the order is locked: a document that is due is issued in a transaction of its own.
  const shown = await orderOf(ports, orderId);
  if (!shown) return refused("not-found");
  const found = slug ? await numberedDocument(ports, orderId, slug) : await orderDocument(ports, shown);
  return withLockedOrder<undefined, "no-document" | "no-address">(ports.db, orderId, async (tx, order) => {
    if (!found) return refused("no-document");
    const { email } = order;
    if (!email) return refused("no-address");
    if (!(await claimFormKey(tx, key, "document"))) return done();
    const mailContext = await readMailContext({ ...ports, db: tx });
    const document = documentLabel(found);
    const file = slug ? `documents/${slug}.pdf` : "document.pdf";
    const address = `${mailContext.origin}/orders/${orderId}/${file}`;
    const about = { kind: "orders", to: email, origin: mailContext.origin, about: orderId } as const;
    await queueEmail(ports, tx, about, (unsubscribe) =>
      writeEmail({ ...mailContext, unsubscribe }, "order-document", {
        ...orderEmailFacts(mailContext, order, orderMessageOf("placed", order)),
        document,
        button: [{ kind: "button", label: "Open the document", address }],
      }),
    );
    await recordEvent(tx, orderId, {
      kind: "note",
      actor,
      remark: { code: "email-resent", email: document },
    });
    await recordOrderAction(tx, actor, "order.document", order, { after: { document } });
    return done();
  });
}
