import { receiveReports } from "../../../shop/orders/messages/receive-reports.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/whatsapp-webhook";
import { errorResponse, privateJson, rawBody } from "./json-body.server.ts";

const statusOf = { forged: 401, unreadable: 400, "no-reports": 404 } as const;

/** Meta's question when the webhook is entered there: answered with its challenge when it knows the verify token. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { reports } = context.get(servicesContext).messaging;
  const challenge = reports?.challenge(new URL(request.url).searchParams) ?? null;
  if (challenge === null) return errorResponse(reports ? 403 : 404, "not-verified");
  return new Response(challenge, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}

/** Webhook of WhatsApp for delivery reports. Verified by the signature over the raw body. */
export async function action({ request, context }: Route.ActionArgs) {
  const taken = await receiveReports(context.get(servicesContext), request.headers, await rawBody(request));
  return taken.ok ? privateJson({ received: true }) : errorResponse(statusOf[taken.refused], taken.refused);
}
