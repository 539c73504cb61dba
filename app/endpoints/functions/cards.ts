import { productSummaries } from "../../../shop/catalogue/cards/read-cards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/cards";

const most = 12;
const uuidShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** GET /functions/cards?id=&id=: cards of active products in the requested order. Invalid ids are left out. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.getAll("id").filter((id) => uuidShape.test(id));
  const ids = [...new Set(asked)].slice(0, most);
  return Response.json(await productSummaries(context.get(servicesContext), ids), {
    headers: { "Cache-Control": "public, max-age=60", "X-Robots-Tag": "noindex" },
  });
}
