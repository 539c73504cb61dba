import { productPage } from "../../../../shop/catalogue/product.server.ts";
import { servicesContext } from "../../../services-context.ts";
import type { Route } from "./+types/delivery-answer";
import { deliveryWords } from "./delivery-words.server.ts";

/**
 * GET /functions/delivery/<product>?pin=&variant=: the delivery information of a product for a PIN code, at the price
 * of the variant, else at its lowest.
 */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const asked = new URL(request.url).searchParams;
  const product = await productPage(services, params.product);
  const headers = { "Cache-Control": "private, no-store" };
  if (!product) return Response.json(null, { status: 404, headers });
  const variant = product.variants.find(({ id }) => id === asked.get("variant"));
  const { paid } = (variant ?? product).price;
  const item = { productId: product.id, sku: (variant ?? product.variants[0])?.sku ?? "" };
  return Response.json(await deliveryWords(services, asked.get("pin") ?? "", paid, item), { headers });
}
