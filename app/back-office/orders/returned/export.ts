import { exportReturned } from "../../../../shop/order-management/returned-parcels.server.ts";
import { csvDownload } from "../../../http/text-response.ts";
import { servicesContext } from "../../../services-context.ts";
import type { Route } from "./+types/export";
import { returnedQuery } from "./query.server.ts";

/** GET /admin/parcels/returned.csv: each parcel that came back or was lost, of all months or one. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = returnedQuery(new URL(request.url).searchParams, services.clock.now());
  return csvDownload("returned-parcels.csv", exportReturned(services, query));
}
