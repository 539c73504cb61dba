import { placeOrder } from "../../../shop/checkout/place-order.server.ts";
import type { Buyer } from "../../../shop/checkout/write-order.server.ts";
import { changeOrderStatus } from "../../../shop/orders/change-order.server.ts";
import type { DeliveryAddress, Order, OrderStatus } from "../../../shop/orders/orders.ts";
import { someStaff } from "../access/actors.ts";
import { anAddress, aShirt, checkoutDetails, type Piece, putInCart } from "../orders.server.ts";
import type { TestShop } from "../test-shop.server.ts";

type Options = {
  method?: "cod" | "online";
  /** What is bought, one line each; a new shirt by default. */
  pieces?: Piece[];
  address?: Partial<DeliveryAddress>;
};

/** An order that somebody has placed through the checkout. */
export async function anOrder(
  shop: TestShop,
  buyer: Buyer,
  { method = "cod", pieces, address }: Options = {},
): Promise<Order> {
  for (const piece of pieces ?? [await aShirt(shop)]) await putInCart(shop, buyer, piece);
  const placed = await placeOrder(
    shop.services,
    buyer,
    checkoutDetails({ method, address: { ...anAddress, ...address } }),
  );
  if (!placed.ok) throw new Error(`no order: ${placed.refused}`);
  return placed.value;
}

/** Staff set the status of an order, whatever it was. */
export async function nowIs(
  shop: TestShop,
  order: { id: string },
  to: OrderStatus,
  parcel: Record<string, string> = {},
): Promise<void> {
  const changed = await changeOrderStatus(shop.services, order.id, {
    to,
    actor: someStaff,
    reason: "a test",
    parcel,
  });
  if (!changed.ok) throw new Error(`not changed: ${changed.refused}`);
}
