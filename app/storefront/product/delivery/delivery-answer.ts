import { productSummaries } from "../../../../shop/catalogue/cards/read-cards.server.ts";
import { servicesContext } from "../../../services-context.ts";
import type { Route } from "./+types/delivery-answer";
import { deliveryWords } from "./delivery-words.server.ts";

const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** GET /functions/delivery/<product>?pin=: the delivery information of a product for a PIN code. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const pin = new URL(request.url).searchParams.get("pin") ?? "";
  const [product] = uuidShape.test(params.product) ? await productSummaries(services, [params.product]) : [];
  const headers = { "Cache-Control": "private, no-store" };
  if (!product) return Response.json(null, { status: 404, headers });
  return Response.json(await deliveryWords(services, pin, product.price.paid), { headers });
}
