import { purchasedSize } from "../../../shop/fit/purchased-size.server.ts";
import { userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/purchased-size-answer";

/**
 * GET /functions/purchased-size/<product>: the size of the product's brand that the viewer bought and did not
 * return, null for none. Separate from the product's page, which is the same for everybody and may be cached.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const size = await purchasedSize(context.get(servicesContext), userOf(context), params.product);
  return Response.json(size, { headers: { "Cache-Control": "private, no-store" } });
}
