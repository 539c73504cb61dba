import type { Services } from "../../../../platform/services.server.ts";
import { orderCount, ordersOf } from "../../../../shop/orders/read-orders.server.ts";
import type { NewestOrders } from "./order-rows.tsx";

/** The newest orders of an account, at most `most`, and how many it has placed. */
export async function newestOrders(
  services: Pick<Services, "db">,
  customer: string,
  most: number,
): Promise<NewestOrders> {
  const [orders, count] = await Promise.all([
    ordersOf(services, customer, most),
    orderCount(services, customer),
  ]);
  return {
    customer,
    count,
    rows: orders.map(({ id, placedAt, createdAt, status, total }) => ({
      id,
      at: placedAt ?? createdAt,
      status,
      total,
    })),
  };
}
