import { quoteCart } from "../../../shop/checkout/quote.server.ts";
import { typedDelivery } from "../../http/forms/delivery.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import { userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/cash-answer";
import { cashAtCheckout } from "./cash.server.ts";

/** POST /functions/cash with the checkout's form: what is said of cash on delivery for what is typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = userOf(context);
  const fields = await formFields({ request, context });
  const quote = await quoteCart(services, viewer.id, fields.get("coupon")?.trim().slice(0, 40) || null);
  const cash = await cashAtCheckout(services, viewer, quote, typedDelivery(fields));
  return Response.json(cash, { headers: { "Cache-Control": "private, no-store" } });
}
