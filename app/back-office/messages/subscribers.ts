import { exportSubscribers } from "../../../shop/content/inbox/messages.server.ts";
import { servicesContext } from "../../services-context.ts";
import { staffOf } from "../../web/guards.server.ts";
import type { Route } from "./+types/subscribers";

/** The confirmed addresses of the newsletter as CSV. */
export async function loader({ context }: Route.LoaderArgs) {
  const actor = staffOf(context);
  return new Response(await exportSubscribers(context.get(servicesContext), actor), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="newsletter.csv"',
      "Cache-Control": "no-store",
    },
  });
}
