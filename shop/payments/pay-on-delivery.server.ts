import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { type CodDecision, type CodRule, codDecision, codRules } from "../cod/cod-rules.server.ts";
import { confirmWayOf } from "../cod/cod-rules.ts";
import { askToConfirm } from "../cod/confirmation.server.ts";
import type { Paise } from "../money.ts";
import { amountDue } from "../orders/amount-due.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import { type CustomerActions, customerActions } from "../orders/order-steps.ts";
import type { Order } from "../orders/orders.ts";
import { setAdvance, setPaymentMethod, setPaymentStatus } from "../orders/posting/payment-status.server.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type CodRefusal, codRefusal } from "../settings/cod-rules.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { Policy } from "../settings/settings.ts";
import { revokePaymentLinks } from "./payment-links.server.ts";
import { reserveAgain } from "./start-payment.server.ts";

export type CashRefusal =
  | "not-found"
  | "not-payable"
  | "payment-undecided"
  | "has-left"
  | "out-of-stock"
  | "coupon-gone"
  | "cod-rule"
  | CodRefusal;

type CashPorts = Pick<Services, "db" | "clock" | "payments" | "messaging">;

/** `customerActions`, and what else decides about cash on delivery. */
export type PaymentChoices = Pick<CustomerActions, "pay"> & {
  /** Why it cannot be changed to cash on delivery: the order, the shop's policy or a rule of its owner; null: it can. */
  switchToCash: CustomerActions["switchToCash"] | CodRefusal | "cod-rule";
  /** What is then still to be paid online in advance, in paise. */
  advance: Paise;
};

/**
 * What the customer of an order can do about its payment, which is also what the shop says they can do. Only an order
 * that can be changed to cash on delivery by itself costs queries.
 */
export async function paymentChoices(ports: CashPorts, order: Order): Promise<PaymentChoices> {
  const { pay, switchToCash } = customerActions(order);
  if (switchToCash) return { pay, switchToCash, advance: 0 };
  const [{ policy }, rules] = await Promise.all([shopSettings(ports), codRules(ports)]);
  const terms = await cashTerms(ports, order, { policy, rules });
  return { pay, switchToCash: terms.refused, advance: asksAdvance(order, terms) ? terms.advance : 0 };
}

/** The policy and the owner's rules about an order that would be paid in cash. */
async function cashTerms(
  ports: CashPorts,
  { address, total, lines: items, id, ...order }: Order,
  { policy, rules }: { policy: Policy; rules: readonly CodRule[] },
): Promise<Pick<CodDecision, "outcome" | "advance"> & { refused: CodRefusal | "cod-rule" | null }> {
  const noCash = codRefusal(policy, { total: amountDue({ ...order, total }), pin: address.postalCode });
  if (noCash) return { refused: noCash, outcome: "refuse", advance: 0 };
  const asked = { phone: address.phone, pin: address.postalCode, total, items, orderId: id };
  const { outcome, advance } = await codDecision(ports, rules, asked);
  return { refused: outcome === "refuse" ? "cod-rule" : null, outcome, advance };
}

function asksAdvance(order: Order, { advance }: { advance: Paise }): boolean {
  return order.status === "pending" && advance > 0 && !order.hasPayment;
}

/**
 * Switches an unpaid online order to cash on delivery and commits its units; of one that is paid in part, what is due.
 * A payment that still arrives is accepted; links to pay end. Idempotent. Refused: 'not-found', 'not-payable' (paid or
 * cancelled), 'payment-undecided' while the bank decides, 'has-left' after shipping, 'out-of-stock', 'coupon-gone',
 * what `codRefusal` says, 'cod-rule' when the owner's rules take no cash for it (`codDecision`); a rule that asks for a
 * confirmation sends its link, or waits for a code. One that asks for an advance leaves the order an online one that
 * waits for it (`waitsForAdvance`); what was paid before counts as it. Neither is asked of an order that staff went on
 * with although nothing was paid: they have said why, so all that is due is collected.
 */
export async function payOnDelivery(
  ports: Pick<Services, "db" | "clock" | "mail" | "jobs" | "site" | "payments" | "messaging">,
  orderId: string,
  customer: Customer,
): Promise<Done<Order> | Refused<CashRefusal>> {
  const [{ policy }, rules, mailContext] = await Promise.all([
    shopSettings(ports),
    codRules(ports),
    readMailContext(ports),
  ]);
  return inTransaction(ports.db, async (tx) => {
    const order = await lockOrder(tx, orderId, customer.id);
    if (!order) return refused("not-found");
    const switched = order.method !== "online" && !order.paid && order.status !== "cancelled";
    if (order.placedAt && switched) return done(order);
    const { switchToCash } = customerActions(order);
    if (switchToCash) return refused(switchToCash);
    const terms = await cashTerms({ ...ports, db: tx }, order, { policy, rules });
    if (terms.refused) return refused(terms.refused);
    if (asksAdvance(order, terms)) return done(await askAdvance(tx, order, customer, terms.advance));
    const taken = await reserveAgain(tx, { ...order, method: "cod" }, customer);
    if (!taken.ok) return taken;
    await setPaymentMethod(tx, order, "cod");
    await revokePaymentLinks(tx, order.id);
    const remark = { code: "pay-on-delivery" as const };
    await recordEvent(tx, order.id, { kind: "note", actor: customer, remark });
    await setPaymentStatus(tx, order, "pending", customer, remark);
    const now = await reread(tx, order);
    const by = order.status === "pending" ? confirmWayOf(terms.outcome) : null;
    if (by) await askToConfirm(ports, tx, mailContext, now, by);
    return done(now);
  });
}

/** The order then waits for its advance. Its units stay as they are: paying reserves them again. */
async function askAdvance(tx: Db, order: Order, customer: Customer, advance: Paise): Promise<Order> {
  await setAdvance(tx, order, advance);
  const remark = { code: "advance-asked" as const, amount: advance };
  await recordEvent(tx, order.id, { kind: "note", actor: customer, remark });
  await setPaymentStatus(tx, order, "pending", customer, remark);
  return reread(tx, order);
}

async function reread(tx: Db, order: Order): Promise<Order> {
  return (await lockOrder(tx, order.id)) ?? order;
}
