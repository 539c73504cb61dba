import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { cutText } from "../../platform/text/cut-text.ts";
import type { Actor } from "../access/actor.ts";
import { postStock } from "../catalogue/stock.server.ts";
import { notifyCustomer, readMailContext } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { lockOrder } from "../orders/read-orders.server.ts";
import { recordEvent } from "../orders/record-event.server.ts";
import { type EventRemark, maxItemsLength } from "../orders/remarks/remark.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { cleanLines } from "../text/clean-text.ts";
import { returnOf } from "./read-returns.server.ts";
import {
  maxAnswerLength,
  placeOfReturn,
  type ReturnRequest,
  type ReturnState,
  returnSummary,
} from "./returns.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site">;

/**
 * Approves a request and asks the customer to send the units. In: the actor, and a message to the customer, who also
 * reads where or when (`placeOfReturn`).
 * Idempotent. Refused: 'not-found', 'decided' when it was rejected or received, 'not-delivered' when the order was
 * cancelled in between.
 */
export async function approveReturn(
  ports: Ports,
  returnId: string,
  { actor, answer = "" }: { actor: Actor; answer?: string },
): Promise<Done<ReturnRequest> | Refused<"not-found" | "decided" | "not-delivered">> {
  const mailContext = await readMailContext(ports);
  const place = placeOfReturn(await shopSettings(ports));
  return withLockedReturn(ports.db, returnId, async (tx, order, request) => {
    if (request.state === "approved") return done(request);
    if (request.state !== "requested") return refused("decided");
    if (order.status !== "delivered") return refused("not-delivered");
    const reply = cutText(cleanLines(answer), maxAnswerLength);
    await tx.execute(sql`
      update return_request set state = 'approved', decided_at = now(), answer = ${reply || null}
      where id = ${request.id}`);
    await recordReturnEvent(tx, order, request, {
      actor,
      to: "approved",
      remark: { code: "return-decided" },
      note: reply,
    });
    await notifyCustomer(ports, tx, mailContext, order, "return-approved", {
      kind: request.kind,
      items: returnSummary(request.lines),
      answer: [reply, place].filter(Boolean).join(" "),
    });
    return done(await rereadReturn(tx, request));
  });
}

/**
 * Rejects a request with a reason that the customer reads; a committed exchange unit is restocked. Also for an
 * approved request that never arrived. Idempotent. Refused: 'not-found', 'reason-needed', 'decided' when it was
 * received.
 */
export async function rejectReturn(
  ports: Ports,
  returnId: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<Done<ReturnRequest> | Refused<"not-found" | "reason-needed" | "decided">> {
  const reply = cutText(cleanLines(reason), maxAnswerLength);
  const mailContext = await readMailContext(ports);
  return withLockedReturn(ports.db, returnId, async (tx, order, request) => {
    if (request.state === "rejected") return done(request);
    if (request.state !== "requested" && request.state !== "approved") return refused("decided");
    if (!reply) return refused("reason-needed");
    await tx.execute(sql`
      update return_request set state = 'rejected', decided_at = now(), answer = ${reply} where id = ${request.id}`);
    await postStock(tx, request.id, new Map(), { actor, code: "exchange-rejected" });
    await recordReturnEvent(tx, order, request, {
      actor,
      to: "rejected",
      remark: { code: "return-decided" },
      note: reply,
    });
    await notifyCustomer(ports, tx, mailContext, order, "return-rejected", {
      kind: request.kind,
      answer: reply,
    });
    return done(await rereadReturn(tx, request));
  });
}

/**
 * Runs an action on a request in one transaction; locks its order first and then reads the request, so that
 * concurrent actions are serialised. Refused: 'not-found'.
 */
export async function withLockedReturn<Answer>(
  db: Db,
  returnId: string,
  action: (tx: Db, order: Order, request: ReturnRequest) => Promise<Answer>,
): Promise<Answer | Refused<"not-found">> {
  return inTransaction(db, async (tx) => {
    const known = await returnOf({ db: tx }, returnId);
    const order = known && (await lockOrder(tx, known.orderId));
    return known && order ? action(tx, order, await rereadReturn(tx, known)) : refused("not-found");
  });
}

/** Reads the request again. */
export async function rereadReturn(tx: Db, { id }: ReturnRequest): Promise<ReturnRequest> {
  const now = await returnOf({ db: tx }, id);
  if (!now) throw new Error("a request vanished while its order was locked");
  return now;
}

/** The remarks of a decision about a return, without its items. */
type ReturnRemark =
  | { code: "return-decided" | "return-sent" }
  | Omit<Extract<EventRemark, { code: "return-pickup" }>, "items">
  | Omit<Extract<EventRemark, { code: "return-received" }>, "items">
  | Omit<Extract<EventRemark, { code: "exchange-sent" }>, "items">
  | Omit<Extract<EventRemark, { code: "return-closed" }>, "items">;

/** Appends a return event to the order: actor, states, remark, and text typed by staff (`note`). */
export async function recordReturnEvent(
  tx: Db,
  order: Order,
  request: ReturnRequest,
  event: { actor: Actor; to: ReturnState; remark: ReturnRemark; note?: string; from?: ReturnState },
): Promise<void> {
  const items = cutText(returnSummary(request.lines), maxItemsLength);
  await recordEvent(tx, order.id, {
    kind: "return",
    actor: event.actor,
    from: event.from ?? request.state,
    to: event.to,
    remark: { ...event.remark, items },
    note: event.note || null,
  });
}
