import { receiveWebhook } from "../../../shop/payments/webhooks.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/payment-webhook";
import { errorResponse, privateJson, rawBody } from "./json-body.server.ts";

const statusOf = { forged: 401, unreadable: 400, "no-online-payment": 404 } as const;

/** Where the gateway tells of payments and refunds. Only a signature over the very bytes opens it. */
export async function action({ request, context }: Route.ActionArgs) {
  const taken = await receiveWebhook(context.get(servicesContext), request.headers, await rawBody(request));
  return taken.ok ? privateJson({ received: true }) : errorResponse(statusOf[taken.refused], taken.refused);
}
