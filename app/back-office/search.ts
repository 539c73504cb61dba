import { staffSearch } from "../../shop/reports/staff-search.server.ts";
import { staffOf } from "../http/guards.server.ts";
import { servicesContext } from "../services-context.ts";
import type { Route } from "./+types/search";

/** Results of the command palette. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const q = new URL(request.url).searchParams.get("q") ?? "";
  return Response.json({ q, found: await staffSearch(context.get(servicesContext), staffOf(context), q) });
}
