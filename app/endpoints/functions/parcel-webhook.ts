import { receiveParcelWebhook } from "../../../shop/order-management/courier-tracking.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/parcel-webhook";
import { errorResponse, privateJson, rawBody } from "./json-body.server.ts";

const statusOf = { forged: 401, unreadable: 400, "no-courier": 404 } as const;

/**
 * Webhook of all couriers, told apart by their keys. Shiprocket takes no address with "shiprocket", "kartrocket", "sr"
 * or "kr" in it.
 */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const taken = await receiveParcelWebhook(services, request.headers, await rawBody(request));
  return taken.ok ? privateJson({ received: true }) : errorResponse(statusOf[taken.refused], taken.refused);
}
