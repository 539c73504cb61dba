import { exportProducts } from "../../../shop/import/export-products.server.ts";
import { servicesContext } from "../../services-context.ts";
import { staffOf } from "../../web/guards.server.ts";
import { csvDownload } from "../../web/text-response.ts";
import type { Route } from "./+types/export";

/** Streams all products as CSV. */
export function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  return csvDownload(
    `products-${clock.now().toISOString().slice(0, 10)}.csv`,
    exportProducts({ db }, staffOf(context)),
  );
}
