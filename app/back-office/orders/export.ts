import { exportOrders } from "../../../shop/order-management/lists/export-orders.server.ts";
import { readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import { csvDownload } from "../../http/text-response.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";

/** GET /admin/orders/export.csv: streams the orders that the list shows for the same query. */
export function loader({ request, context }: Route.LoaderArgs) {
  const query = readOrderQuery(new URL(request.url).searchParams);
  return csvDownload("orders.csv", exportOrders(context.get(servicesContext), query));
}
