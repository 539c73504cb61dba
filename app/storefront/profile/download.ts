import { userOf } from "../../http/guards.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/download";
import { exportPersonalData } from "./my-data.server.ts";

/** Data export: all personal data of the user as a file. Generated on request, not stored. */
export async function loader({ context }: Route.LoaderArgs) {
  const viewer = userOf(context);
  const everything = await exportPersonalData(context.get(servicesContext), viewer);
  return new Response(JSON.stringify(everything, null, 2), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
