import { exportCustomers } from "../../../shop/customers/list-customers.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { csvDownload } from "../../http/text-response.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";
import { customerQueryOf } from "./query.server.ts";

/** GET /admin/customers/export.csv: streams the customers that the list shows for the same query. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const query = await customerQueryOf(services, request);
  return csvDownload("customers.csv", exportCustomers(services, staffOf(context), query));
}
