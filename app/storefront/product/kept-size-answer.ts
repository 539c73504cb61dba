import { keptSize } from "../../../shop/fit/kept-size.server.ts";
import { servicesContext } from "../../services-context.ts";
import { userOf } from "../../web/guards.server.ts";
import type { Route } from "./+types/kept-size-answer";

/**
 * GET /functions/kept-size/<product>: the size of the product's brand that the viewer kept, null for none. Apart from the
 * product's page, which is the same for everybody and may be kept.
 */
export async function loader({ params, context }: Route.LoaderArgs) {
  const kept = await keptSize(context.get(servicesContext), userOf(context), params.product);
  return Response.json(kept, { headers: { "Cache-Control": "private, no-store" } });
}
