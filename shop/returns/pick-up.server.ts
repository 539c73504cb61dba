import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import { type MailContext, notifyCustomer } from "../orders/order-notifications.server.ts";
import type { Order } from "../orders/orders.ts";
import { recordReturnEvent, rereadReturn } from "./decide-return.server.ts";
import { type PickupFailure, pickupText, type ReturnRequest, returnSummary } from "./returns.ts";

// A courier fetches a return at the customer's. The caller of each function holds the order's lock.

/** Who fetches a return, under which AWB, and where that can be followed. */
export type Pickup = { courier: string; number: string; link: string | null };

/** Writes who fetches an approved return, and tells the customer. */
export async function writePickup(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  { order, request, actor }: { order: Order; request: ReturnRequest; actor: Actor },
  { courier, number, link }: Pickup,
): Promise<void> {
  await tx.execute(sql`
    update return_request set pickup_courier = ${courier}, pickup_number = ${number}, pickup_link = ${link},
      pickup_failure = null where id = ${request.id}`);
  const by = `${courier} ${number}`;
  const remark = { code: "return-pickup" as const, by, failure: null };
  await recordReturnEvent(tx, order, request, { actor, to: request.state, remark });
  const booked = await rereadReturn(tx, request);
  await notifyCustomer(ports, tx, mailContext, order, "return-approved", {
    kind: request.kind,
    items: returnSummary(request.lines),
    answer: [pickupText(booked), link && `Follow it here: ${link}`].filter(Boolean).join(" "),
    by,
  });
}

/**
 * Takes away who was to fetch a return, and tells its customer, who reads where to send it instead. In: the request as it
 * was; `place`: `placeOfReturn`.
 */
export async function cancelPickup(
  ports: Pick<Services, "mail" | "jobs">,
  tx: Db,
  mailContext: MailContext,
  { order, request, place }: { order: Order; request: ReturnRequest; place: string | null },
): Promise<void> {
  await clearPickup(tx, request);
  const next = place ?? "We will write to you about what comes next.";
  await notifyCustomer(ports, tx, mailContext, order, "return-approved", {
    kind: request.kind,
    items: returnSummary(request.lines),
    answer: `${request.pickupCourier} does not come to pick it up any more. ${next}`,
  });
}

/** Writes what the way back of a return cost, in paise; null: not known. */
export async function writePickupCost(
  tx: Db,
  { id }: Pick<ReturnRequest, "id">,
  cost: Paise | null,
): Promise<void> {
  await tx.execute(sql`update return_request set pickup_cost = ${cost} where id = ${id}`);
}

/** Takes away who fetches a return that was not fetched. */
export async function clearPickup(tx: Db, { id }: Pick<ReturnRequest, "id">): Promise<void> {
  await tx.execute(sql`
    update return_request set pickup_courier = null, pickup_number = null, pickup_link = null, pickup_failure = null
    where id = ${id}`);
}

/** A courier has fetched an approved return: it is on its way, as when its customer says so. */
export async function recordPickedUp(
  tx: Db,
  order: Order,
  request: ReturnRequest,
  actor: Actor,
): Promise<void> {
  await tx.execute(sql`
    update return_request set sent_at = now(), pickup_failure = null where id = ${request.id} and sent_at is null`);
  const remark = { code: "return-sent" as const };
  await recordReturnEvent(tx, order, request, { actor, to: request.state, remark });
}

/** A courier came for an approved return and did not get it. */
export async function recordPickupFailure(
  tx: Db,
  order: Order,
  request: ReturnRequest,
  actor: Actor,
  failure: PickupFailure,
): Promise<void> {
  await tx.execute(sql`update return_request set pickup_failure = ${failure} where id = ${request.id}`);
  const by = [request.pickupCourier, request.pickupNumber].filter(Boolean).join(" ");
  const remark = { code: "return-pickup" as const, by, failure };
  await recordReturnEvent(tx, order, request, { actor, to: request.state, remark });
}
