import { suggest } from "../../../shop/search/suggest.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/suggest";

/** GET /functions/suggest?q=: what the search field suggests. The same for everybody, so any cache may keep it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await suggest(context.get(servicesContext), typed), {
    headers: { "Cache-Control": "public, max-age=60", "X-Robots-Tag": "noindex" },
  });
}
