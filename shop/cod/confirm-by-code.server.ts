import { and, eq } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Caller } from "../../platform/identity/caller.server.ts";
import type { CodePurpose } from "../../platform/identity/phone/phone-codes.server.ts";
import type { Channel } from "../../platform/messaging/channels.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import {
  allowCodeAttempt,
  digitsOf,
  type SentCode,
  sendPhoneCode,
} from "../accounts/phone/phone-code.server.ts";
import type { Order } from "../orders/orders.ts";
import { lockOrder, orderOf } from "../orders/read-orders.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { confirmationState, markConfirmed } from "./confirmation.server.ts";
import { codConfirmation } from "./tables.server.ts";

/*
 * A cash order can be confirmed by a one-time code to its phone, which its customer types on the order's page: it proves
 * that somebody has the number that the courier will call. The codes and their limits are those of signing in by phone.
 */

type Ports = Pick<Services, "db" | "identity" | "messaging" | "clock">;

const purposeOf = (orderId: string): CodePurpose => ({ kind: "confirm-order", orderId });

/**
 * What its customer sees of an order that waits for a code: its phone, whether a code is on its way, and in how many
 * seconds another may be sent. Null when it needs none.
 */
export async function codeAsked(
  { db, identity }: Pick<Ports, "db" | "identity">,
  order: Order,
): Promise<{ phone: string; isSent: boolean; wait: number } | null> {
  if (!(await waitsForCode(db, order))) return null;
  const { phone } = order.address;
  const [isSent, wait] = await Promise.all([
    identity.hasPhoneCode(phone, purposeOf(order.id)),
    identity.phoneCodeWait(phone, purposeOf(order.id)),
  ]);
  return { phone, isSent, wait };
}

/**
 * Sends the code for an order to its phone. Refused: 'not-found', also for somebody else's; 'over' when it needs none;
 * as `sendPhoneCode`.
 */
export async function sendConfirmationCode(
  ports: Ports,
  caller: Caller,
  customer: Customer,
  asked: { orderId: string; channel?: Channel | undefined },
): Promise<Done<SentCode> | Refused<"not-found" | "over" | "bad-phone" | "too-often" | "not-sent">> {
  const order = await orderOf(ports, asked.orderId, customer.id);
  if (!order) return refused("not-found");
  if (!(await waitsForCode(ports.db, order))) return refused("over");
  const to = { phone: order.address.phone, channel: asked.channel };
  return sendPhoneCode(ports, caller, to, purposeOf(order.id));
}

/**
 * What follows when an order has become a cash order, placed or switched from online payment, by a form or a function:
 * one that waits for a code is sent it. When none can be sent now, the order's page has a button for it. Out: whether it
 * waits for a code.
 */
export async function sendCodeOfCashOrder(
  ports: Ports,
  caller: Caller,
  customer: Customer,
  { id, method }: Pick<Order, "id" | "method">,
): Promise<boolean> {
  // One that waits for its advance is an online order. Most orders are asked for no code: those need not be read.
  if (method !== "cod" || !(await codeOf(ports.db, id))) return false;
  const sent = await sendConfirmationCode(ports, caller, customer, { orderId: id });
  return sent.ok || (sent.refused !== "over" && sent.refused !== "not-found");
}

/**
 * The customer confirms a cash order by the code. Twice is once. Refused: 'not-found', also for somebody else's; 'over'
 * when it needs no confirmation; 'wrong-code'; 'code-over' after ten minutes, five tries, or when the order has another
 * phone by now; 'too-often'.
 */
export async function confirmByCode(
  ports: Ports,
  caller: Caller,
  customer: Customer,
  typed: { orderId: string; code: string },
): Promise<Done | Refused<"not-found" | "over" | "wrong-code" | "code-over" | "too-often">> {
  const order = await orderOf(ports, typed.orderId, customer.id);
  if (!order) return refused("not-found");
  if (!(await waitsForCode(ports.db, order))) return refused("over");
  const { phone } = order.address;
  if (!(await allowCodeAttempt(ports, caller, phone))) return refused("too-often");
  const used = await ports.identity.consumePhoneCode(phone, purposeOf(order.id), digitsOf(typed.code));
  if (used !== "right") return refused(used === "over" ? "code-over" : "wrong-code");
  return inTransaction<Done | Refused<"not-found" | "over" | "code-over">>(ports.db, async (tx) => {
    const now = await lockOrder(tx, order.id, customer.id);
    if (!now) return refused("not-found");
    if (confirmationState(now, null) === "over") return refused("over");
    // Corrected meanwhile: the code proves nothing of the number that the courier will call.
    if (now.address.phone !== phone) return refused("code-over");
    await markConfirmed(tx, ports.clock, now, customer);
    return done();
  });
}

async function waitsForCode(db: Db, order: Order): Promise<boolean> {
  const asked = await codeOf(db, order.id);
  return asked !== undefined && confirmationState(order, asked.confirmedAt) === "open";
}

/** The confirmation by code that an order was asked for; undefined when it was asked for none. */
async function codeOf(db: Db, orderId: string): Promise<{ confirmedAt: Date | null } | undefined> {
  const [asked] = await db
    .select({ confirmedAt: codConfirmation.confirmedAt })
    .from(codConfirmation)
    .where(and(eq(codConfirmation.orderId, orderId), eq(codConfirmation.confirmBy, "code")));
  return asked;
}
