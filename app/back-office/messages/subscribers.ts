import { exportSubscribers } from "../../../shop/content/newsletter/export.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { csvDownload } from "../../http/text-response.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/subscribers";

/** The confirmed addresses of the newsletter as CSV. */
export async function loader({ context }: Route.LoaderArgs) {
  return csvDownload(
    "newsletter.csv",
    await exportSubscribers(context.get(servicesContext), staffOf(context)),
  );
}
