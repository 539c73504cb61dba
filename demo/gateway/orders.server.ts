import { randomBytes } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { z } from "zod";
import type { Clock } from "../../platform/clock.ts";
import type { Db } from "../../platform/database/database.server.ts";
import { paiseOf } from "../../platform/payments/exact-json.ts";
import { type ApiResponse, orderEntity, problem } from "./entities.ts";
import { type FaultScenario, faultScenarioOf } from "./scenarios.ts";
import { type GatewayOrderRow, type GatewayPaymentRow, localOrders, payments } from "./tables.server.ts";

export type GatewayPorts = { db: Db; clock: Clock };
export type KnownOrder = { order: GatewayOrderRow; attempts: GatewayPaymentRow[] };

const newOrder = z.object({
  order_id: z.string().regex(/^[A-Za-z0-9_-]{3,40}$/),
  order_amount: z.string(),
  order_currency: z.literal("INR"),
  customer_details: z.object({
    customer_id: z.string().regex(/^[A-Za-z0-9]{3,50}$/),
    customer_phone: z.string().regex(/^[0-9]{10}$/),
    customer_email: z.string().max(254).optional(),
    customer_name: z.string().min(3).max(100).optional(),
  }),
  order_meta: z.object({
    return_url: z.string().max(250).optional(),
    notify_url: z.string().max(250).optional(),
  }),
  order_expiry_time: z.iso.datetime({ offset: true }),
});

/** Other texts are not looked up: the database would reject some of them with an error. */
const sessionShape = /^session_[\w-]{32}$/;

/** In: our id or a session id. `lock` locks the row. */
export async function findOrder(
  db: Db,
  by: { orderId: string } | { paymentSessionId: string },
  lock = false,
): Promise<KnownOrder | null> {
  if ("paymentSessionId" in by && !sessionShape.test(by.paymentSessionId)) return null;
  const where =
    "orderId" in by
      ? eq(localOrders.orderId, by.orderId)
      : eq(localOrders.paymentSessionId, by.paymentSessionId);
  const query = db.select().from(localOrders).where(where);
  const [order] = await (lock ? query.for("update") : query);
  if (!order) return null;
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, order.orderId))
    .orderBy(asc(payments.cfPaymentId));
  return { order, attempts };
}

/** Creates an order, unless the customer's name selects a fault (scenarios.ts). `faultScenario` is for the caller. */
export async function createOrder(
  { db, clock }: GatewayPorts,
  body: unknown,
): Promise<ApiResponse & { faultScenario?: FaultScenario }> {
  const read = newOrder.safeParse(body);
  if (!read.success) {
    return problem(400, `${read.error.issues[0]?.path.join(".")}_invalid`, "The request is not complete.");
  }
  const asked = read.data;
  const amount = paiseOf(asked.order_amount);
  if (amount === null || amount < 100) {
    return problem(400, "order_amount_invalid", "order_amount: at least 1.00, two decimals at most");
  }
  const now = clock.now();
  const expiresAt = new Date(asked.order_expiry_time);
  if (expiresAt <= now) return problem(400, "order_expiry_time_invalid", "order_expiry_time: in the past");
  const faultScenario = faultScenarioOf(asked.customer_details.customer_name ?? "");
  if (faultScenario === "failing")
    return problem(502, "bank_processing_failure", "The gateway is out of order.");
  if (faultScenario === "refusing")
    return problem(400, "customer_details_invalid", "This customer is refused.");
  const [inserted] = await db
    .insert(localOrders)
    .values({
      orderId: asked.order_id,
      paymentSessionId: `session_${randomBytes(24).toString("base64url")}`,
      amount,
      returnUrl: asked.order_meta.return_url ?? null,
      notifyUrl: asked.order_meta.notify_url ?? null,
      expiresAt,
      createdAt: now,
    })
    .onConflictDoNothing()
    .returning();
  if (!inserted) return problem(409, "order_already_exists", "order with same id is already present");
  return { status: 200, body: orderEntity(inserted, [], now), ...(faultScenario && { faultScenario }) };
}

export const noSuchOrder = problem(404, "order_not_found", "Order Reference Id does not exist");

/** Terminates an order, so that no further attempt starts. A paid one stays paid. */
export async function terminateOrder(
  { db, clock }: GatewayPorts,
  orderId: string,
  body: unknown,
): Promise<ApiResponse> {
  if (!z.object({ order_status: z.literal("TERMINATED") }).safeParse(body).success) {
    return problem(400, "order_status_invalid", "order_status : should be TERMINATED");
  }
  const known = await findOrder(db, { orderId }, true);
  if (!known) return noSuchOrder;
  const { order, attempts } = known;
  if (attempts.some(({ status }) => status === "SUCCESS")) {
    return problem(400, "order_already_paid", "A paid order cannot be terminated");
  }
  await db.update(localOrders).set({ status: "TERMINATED" }).where(eq(localOrders.orderId, orderId));
  return { status: 200, body: orderEntity({ ...order, status: "TERMINATED" }, attempts, clock.now()) };
}
