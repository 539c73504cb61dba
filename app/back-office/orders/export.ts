import { exportOrders } from "../../../shop/order-management/lists/export-orders.server.ts";
import { readOrderQuery } from "../../../shop/order-management/lists/order-query.ts";
import { servicesContext } from "../../services-context.ts";
import type { Route } from "./+types/export";

/** GET /admin/orders/export.csv: streams the orders that the list shows for the same query. */
export function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const parts = exportOrders(services, readOrderQuery(new URL(request.url).searchParams));
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": 'attachment; filename="orders.csv"',
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
