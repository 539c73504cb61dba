import { receiveWebhook } from "../../../shop/payments/webhooks.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/payment-webhook";
import { errorResponse, privateJson, rawBody } from "./json-body.server.ts";

const statusOf = { forged: 401, unreadable: 400, "no-online-payment": 404 } as const;

/** Webhook of the gateway for payments and refunds. Verified by the signature over the raw body. */
export async function action({ request, context }: Route.ActionArgs) {
  const taken = await receiveWebhook(context.get(servicesContext), request.headers, await rawBody(request));
  return taken.ok ? privateJson({ received: true }) : errorResponse(statusOf[taken.refused], taken.refused);
}
