import { menuCounts } from "../../../shop/reports/waiting-work.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/counts";

/** The counters of the menu, for an open screen that was told of a change. */
export async function loader({ context }: Route.LoaderArgs) {
  return Response.json(await menuCounts(context.get(servicesContext), staffOf(context)));
}
