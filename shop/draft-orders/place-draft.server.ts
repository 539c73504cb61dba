import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import { databaseTime } from "../../platform/database/database-clock.server.ts";
import { users } from "../../platform/identity/tables.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Staff } from "../access/actor.ts";
import { addAccounts } from "../accounts/customer/add-accounts.server.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { commitStock, reserveStock } from "../catalogue/stock.server.ts";
import { minimumTotal } from "../coupons/totals.ts";
import { type Business, readBusiness } from "../delivery/business.ts";
import { readDelivery } from "../delivery/delivery.ts";
import { rupeesExact } from "../money.ts";
import { insertOrder } from "../orders/insert-order.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import { type DeliveryAddress, type Order, shortId } from "../orders/orders.ts";
import { settleFree, settleOutside } from "../orders/posting/settle-offline.server.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { makePaymentLink, sendLink } from "../payments/payment-links.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import type { FieldErrors } from "../text/read-form.ts";
import { type DraftContent, discountOf, discountRuleOf, sameDiscount } from "./draft.ts";
import { type Draft, type DraftQuote, endDraft, lockDraft, quoteDraft } from "./drafts.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments">;

export type PlaceDraftOutcome =
  | Done<{ orderId: string }>
  | Refused<"not-found" | "changed-meanwhile">
  | { ok: false; errors: FieldErrors };

const wholeEmail = z.email();

/**
 * Makes an order of a draft, with the draft's id, in one transaction, and deletes the draft: sent twice it is one
 * order. It belongs to the account that was chosen, else to the one with its email, which is made if there is none;
 * without an email it belongs to no account. Paid on delivery or outside the shop its units are taken out of stock;
 * with a link they are reserved until the link expires. The customer is told as about every order. In: the version that
 * staff saw. Refused: 'not-found', 'changed-meanwhile'; errors by field for what is missing or cannot be had.
 */
export async function placeDraft(
  ports: Ports,
  actor: Staff,
  { id, version }: { id: string; version: number },
): Promise<PlaceDraftOutcome> {
  const mailContext = await readMailContext(ports);
  return inTransaction<PlaceDraftOutcome>(ports.db, async (tx) => {
    const draft = await lockDraft(tx, id);
    if (draft?.edits) return refused("not-found");
    if (!draft) return (await orderOf({ db: tx }, id)) ? done({ orderId: id }) : refused("not-found");
    if (draft.version !== version) return refused("changed-meanwhile");
    const userId = draft.userId ?? (await accountWith(tx, draft.content.email));
    const quote = await quoteDraft({ ...ports, db: tx }, actor, { ...draft, userId });
    const read = readDelivery({ ...draft.content, country: "India" });
    const business = readBusiness(draft.content, draft.content);
    const errors = {
      ...(read.ok ? {} : read.errors),
      ...(business.ok ? {} : business.errors),
      ...faultsOf(ports, draft.content, quote),
    };
    if (!read.ok || !business.ok || Object.keys(errors).length > 0) return { ok: false, errors };
    const owner = userId ?? (await makeAccount(tx, draft.content, read.value));
    const order = await insert(tx, actor, draft, {
      quote,
      owner,
      address: read.value,
      business: business.value,
    });
    const { payment, linkHours: hours, outsideWay, outsideReference } = draft.content;
    const byLink = payment === "link" && order.total > 0;
    const wanted = quote.lines.map(({ variantId, quantity }) => ({ variantId, quantity }));
    const until = new Date((await databaseTime(tx)).getTime() + hours * 3_600_000);
    const stored = byLink
      ? await reserveStock(tx, id, wanted, until)
      : await commitStock(tx, id, wanted, { actor, code: "order" });
    if (!stored.ok) return { ok: false, errors: shortErrors(stored.short) };
    await noteDraft(tx, actor, id, draft.content, quote);
    if (byLink) {
      const link = await makePaymentLink(tx, actor, id, hours);
      await sendLink(ports, tx, mailContext, order, link);
    } else {
      const settled =
        payment === "outside" && order.total > 0
          ? await settleOutside(tx, order, actor, {
              amount: order.total,
              way: outsideWay,
              reference: outsideReference,
            })
          : await settleFree(tx, order);
      await notifyCustomer(
        ports,
        tx,
        mailContext,
        settled,
        settled.paid && order.total > 0 ? "paid" : "placed",
      );
    }
    await endDraft(tx, id);
    await recordAction(tx, {
      actor,
      action: "order.enter",
      subject: { kind: "order", id, name: `Order ${shortId(id)}` },
      after: {
        channel: draft.content.channel,
        payment,
        ...(payment === "outside" && { way: outsideWay }),
        total: order.total,
        ...(quote.discount > 0 && { discount: quote.discount, reason: draft.content.discountReason }),
        ...(ownPrices(draft.content).length > 0 && { ownPrices: ownPrices(draft.content) }),
      },
    });
    return done({ orderId: id });
  });
}

const ownPrices = ({ lines }: DraftContent) =>
  lines.flatMap(({ variantId, quantity, unit }) =>
    unit === null ? [] : [{ variantId, quantity, price: unit }],
  );

/**
 * What is wrong with the items and their prices, by field. In: `asOrdered`, the discount of the order that is changed: it
 * was not typed, so it may be more than the items that are left cost, and takes off no more than these.
 */
export function itemFaults(
  { lines, discount, discountReason }: DraftContent,
  quote: Pick<DraftQuote, "lines" | "gone" | "subtotal">,
  asOrdered: DraftContent["discount"] = null,
): FieldErrors {
  const short = quote.lines.filter((line) => line.short);
  const errors = shortErrors(short.map(({ variantId, quantity }) => ({ variantId, left: quantity })));
  if (lines.length === 0) errors.product = "Add an item first.";
  if (quote.gone > 0) errors.product = "An item does not exist any more. Save to leave it out.";
  const off = discountOf(discount, quote.subtotal);
  if (off > quote.subtotal && !sameDiscount(discount, asOrdered))
    errors.discount = `The items cost ${rupeesExact(quote.subtotal)} together.`;
  if (off > 0 && discountReason === "") errors.discountReason = "Say why. Only staff read it.";
  return errors;
}

/** What keeps a draft from being placed, by field. */
function faultsOf(
  { payments }: Pick<Ports, "payments">,
  content: DraftContent,
  quote: DraftQuote,
): FieldErrors {
  const { email, payment, outsideReference, outsideWay } = content;
  const errors = itemFaults(content, quote);
  if (email !== "" && !wholeEmail.safeParse(email).success) errors.email = "This is not an email address.";
  if (payment === "link" && !payments.online)
    errors.payment = "No online payment is set up, so there is no link.";
  if (payment === "link" && quote.total > 0 && quote.total < minimumTotal)
    errors.payment = "Online at least ₹1 must be paid.";
  if (payment === "outside" && outsideWay !== "cash" && outsideReference === "")
    errors.outsideReference = "Enter the reference, such as the UTR, to find the money again.";
  return errors;
}

/** Which lines ask for more than there is. */
function shortErrors(short: readonly { variantId: string; left: number }[]): FieldErrors {
  return Object.fromEntries(
    short.map(({ variantId, left }) => [
      `quantity-${variantId}`,
      left === 0 ? "None is left." : `Only ${left} left.`,
    ]),
  );
}

async function accountWith(tx: Db, email: string): Promise<string | null> {
  if (email === "") return null;
  const [found] = await tx.select({ id: users.id }).from(users).where(sql`${users.email} = ${email}::citext`);
  return found?.id ?? null;
}

/** An account without a password, which its owner opens by a code to their address; null without an address. */
async function makeAccount(
  tx: Db,
  { email }: DraftContent,
  { country: _, ...address }: DeliveryAddress,
): Promise<string | null> {
  if (email === "") return null;
  const { name, phone } = address;
  await addAccounts(tx, [{ email: email.toLowerCase(), name, phone, address: { ...address, label: "" } }]);
  return accountWith(tx, email);
}

async function insert(
  tx: Db,
  actor: Staff,
  { id, content }: Draft,
  {
    quote,
    owner,
    address,
    business,
  }: { quote: DraftQuote; owner: string | null; address: DeliveryAddress; business: Business | null },
): Promise<Order> {
  const inserted = insertOrder(
    tx,
    {
      id,
      userId: owner,
      actor,
      kind: "cart",
      method: content.payment === "cod" ? "cod" : "online",
      address,
      lines: quote.lines,
      shipping: quote.shipping,
      deliveryDays: quote.deliveryDays,
      couponCode: null,
      ...discountRuleOf(content.discount),
      email: content.email,
      updatesBy: null,
      companyName: business?.companyName ?? null,
      buyerGstin: business?.buyerGstin ?? null,
      channel: content.channel,
      tags: content.tags,
      note: content.note || null,
    },
    await databaseTime(tx),
  );
  await inserted.written;
  return inserted.order;
}

/** What only staff read: the reason of a discount, and the comment. */
async function noteDraft(
  tx: Db,
  actor: Staff,
  id: string,
  { discountReason, comment }: DraftContent,
  { discount }: DraftQuote,
): Promise<void> {
  if (discount > 0) {
    const note = `Discount of ${rupeesExact(discount)}: ${discountReason}`;
    await recordEvent(tx, id, { kind: "note", actor, note });
  }
  if (comment !== "") await recordEvent(tx, id, { kind: "note", actor, note: comment });
}
