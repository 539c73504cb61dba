import { cardChoices } from "../../../shop/cart/choices/card-choices.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/choices";

/** GET /functions/choices/:product: colours and sizes for the sheet of a card. The same for everybody. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return Response.json(await cardChoices(context.get(servicesContext), params.product), {
    headers: { "Cache-Control": "public, max-age=10", "X-Robots-Tag": "noindex" },
  });
}
