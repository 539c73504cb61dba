import { Readable } from "node:stream";
import { createReadableStreamFromReadable } from "@react-router/node";
import { exportProducts } from "../../../shop/import/export-products.server.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";

/** Streams all products as CSV. */
export function loader({ context }: Route.LoaderArgs) {
  const { db, clock } = context.get(servicesContext);
  const day = clock.now().toISOString().slice(0, 10);
  return new Response(createReadableStreamFromReadable(Readable.from(exportProducts({ db }))), {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="products-${day}.csv"`,
      "Cache-Control": "no-store",
    },
  });
}
