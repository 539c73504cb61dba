import { suggest } from "../../../shop/search/suggest.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/suggest";

/** GET /functions/suggest?q=: search suggestions. The same for everybody, so publicly cacheable. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const typed = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json(await suggest(context.get(servicesContext), typed), {
    headers: { "Cache-Control": "public, max-age=60", "X-Robots-Tag": "noindex" },
  });
}
