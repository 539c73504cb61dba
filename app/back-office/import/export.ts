import { dayInIndia } from "../../../shop/dates.ts";
import { exportProducts } from "../../../shop/import/export-products.server.ts";
import { staffOf } from "../../http/guards.server.ts";
import { csvDownload } from "../../http/text-response.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";

/** Streams all products as CSV. */
export function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  return csvDownload(`products-${dayInIndia(clock.now())}.csv`, exportProducts({ db }, staffOf(context)));
}
