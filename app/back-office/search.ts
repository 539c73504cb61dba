import { staffSearch } from "../../shop/reports/staff-search.server.ts";
import { mayOpen, staffOf, userOf } from "../http/guards.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/search";
import { placesFor } from "./parts/places.server.ts";

const maxPlaces = 8;

/** Results of the command palette: records, and the places that this viewer may open. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  const viewer = userOf(context);
  const places = placesFor(q).filter(({ to }) => mayOpen(viewer, to));
  const found = await staffSearch(context.get(servicesContext), staffOf(context), q);
  return Response.json({ q, found, places: places.slice(0, maxPlaces) });
}
