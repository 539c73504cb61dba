import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { addToCart } from "../cart/change-cart.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { orderOf } from "./read-orders.server.ts";

/**
 * Adds the items of an order to its customer's cart, at current prices and as many as are available. Out: the names
 * of the added items, and of those that are unsold or out of stock. Refused: 'not-found', also for somebody else's
 * order.
 */
export async function reorder(
  ports: Pick<Services, "db" | "clock">,
  orderId: string,
  customer: Customer,
): Promise<Done<{ added: string[]; missing: string[] }> | Refused<"not-found">> {
  const order = await orderOf(ports, orderId, customer.id);
  if (!order?.placedAt) return refused("not-found");
  const added: string[] = [];
  const missing: string[] = [];
  for (const { productId, size, colour, quantity, name } of order.lines) {
    const put = productId ? await addToCart(ports, customer, { productId, size, colour, quantity }) : null;
    (put?.ok ? added : missing).push(name);
  }
  return done({ added, missing });
}
