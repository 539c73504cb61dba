import { z } from "zod";
import { paymentLabels } from "../../../shop/orders/amount-due.ts";
import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { verifyPayment } from "../../../shop/payments/reconcile.server.ts";
import { userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/verify-cashfree-payment";
import { errorResponse, jsonBody, privateJson } from "./json-body.server.ts";

const verifyBody = z.object({ order_id: z.string().regex(/^[\w-]{3,64}$/) });

/**
 * The server function verify-cashfree-payment: the state of a payment; asks the gateway while it is unknown. In: JSON
 * {order_id}, the gateway's id. Out: {dbOrderId, paymentStatus, status, paid, words}; 404 for an unknown order and
 * for somebody else's.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const viewer = userOf(context);
  const services = context.get(servicesContext);
  const { success, data: body } = verifyBody.safeParse(await jsonBody(request));
  if (!success) return errorResponse(400, "bad-input");
  const id = await verifyPayment(services, body.order_id, viewer);
  const order = id && (await orderOf(services, id, viewer.id));
  if (!order) return errorResponse(404, "not-found", "Order not found");
  return privateJson({
    dbOrderId: order.id,
    status: order.status,
    paymentStatus: order.paymentStatus,
    paid: order.paymentStatus === "completed",
    words: paymentLabels(order),
  });
}
