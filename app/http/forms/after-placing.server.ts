import { href, redirectDocument } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { sendCodeOfCashOrder } from "../../../shop/cod/confirm-by-code.server.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { startPayment } from "../../../shop/payments/start-payment.server.ts";
import { whyNotPaid } from "../../parts/messages/payment-refusals.server.ts";
import { payNowPath } from "../../parts/orders/order-links.ts";
import type { UserViewer } from "../guards.server.ts";
import { originOf } from "../origin.server.ts";
import { callerOf } from "../session/caller.server.ts";
import { redirectWithToast } from "./answer.server.ts";

/** Redirects from a placed order to its payment page, its chat, or its confirmation. */
export async function redirectToPlaced(
  services: Services,
  viewer: UserViewer,
  order: Pick<Order, "id" | "method" | "paid">,
  request: Request,
): Promise<Response> {
  const { id, method, paid } = order;
  if (method === "whatsapp") return redirectWithToast(`${href("/order/:id", { id })}?chat=open`);
  const confirmation = href("/order-confirmation/:id?", { id });
  await sendCodeOfCashOrder(services, callerOf(request, services.site), viewer, order);
  if (method === "cod" || paid) return redirectWithToast(confirmation);
  const started = await startPayment(services, id, viewer, originOf(services.site, request));
  if (!started.ok)
    return redirectWithToast(
      confirmation,
      await whyNotPaid(services, started.refused, { id, of: viewer.id }),
    );
  return redirectDocument(started.value.payPath ?? payNowPath(id, "due-now"), 303);
}
