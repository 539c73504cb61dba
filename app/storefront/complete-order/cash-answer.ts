import { orderOf } from "../../../shop/orders/read-orders.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/cash-answer";
import { cashOfForm } from "./ordered.server.ts";

/**
 * POST /functions/cash/<order or product> with the form of 'Complete Your Order': what is said of cash on delivery for
 * what is typed; 404 for what cannot be ordered.
 */
export async function action({ request, params: { id }, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = userOf(context);
  const fields = await formFields({ request, context });
  const prepared = await orderOf(services, id, viewer.id);
  const cash = await cashOfForm({ services, viewer, id, fields }, prepared, false);
  const headers = { "Cache-Control": "private, no-store" };
  return Response.json(cash, { status: cash ? 200 : 404, headers });
}
