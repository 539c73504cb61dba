import type { Services } from "../../../../platform/services.server.ts";
import { skusOf } from "../../../../shop/catalogue/inventory/inventory.server.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import { textsFor, wordsFor } from "../../../../shop/orders/order-fields.ts";
import { isPlaced, type PlacedOrder, paymentLabels, shortId } from "../../../../shop/orders/orders.ts";
import { orderOf } from "../../../../shop/orders/read-orders.server.ts";
import { returnOf } from "../../../../shop/returns/read-returns.server.ts";
import { code128 } from "./barcode.server.ts";

/** One packing slip: items, address, and amount due on delivery. */
export type Slip = Awaited<ReturnType<typeof orderSlip>>;

/** The packing slip of an order, with the ordered sizes. */
export async function orderSlip(order: PlacedOrder) {
  const { id, placedAt, lines, method, paid, paymentStatus, status, total } = order;
  const cash = method !== "online" && paymentStatus === "pending" && status !== "cancelled";
  const items = lines.map(({ id: lineId, name, sku, size, colour, quantity }) => ({
    lineId,
    name,
    sku,
    quantity,
    options: optionsOf(size, colour),
  }));
  const unpaid = method === "online" && !paid ? "Not paid: do not send" : null;
  return {
    id,
    title: "Order",
    placedAt,
    address: textsFor(order, "slip").address,
    words: wordsFor(order, "slip"),
    lines: items,
    collect: cash ? rupeesExact(total) : null,
    payment: paymentLabels(order),
    stop: status === "cancelled" ? "Cancelled: do not send" : unpaid,
    bars: await code128(shortId(id)),
  };
}

/**
 * The packing slip of an exchange, with the replacement sizes and no amount due. Null when the id is not an exchange.
 */
export async function exchangeSlip(services: Services, returnId: string): Promise<Slip | null> {
  const request = await returnOf(services, returnId);
  const order = request?.kind === "exchange" ? await orderOf(services, request.orderId) : null;
  if (!request || !order || !isPlaced(order)) return null;
  const wanted = request.lines.flatMap(({ exchange }) => exchange?.variantId ?? []);
  const skus = await skusOf(services, wanted);
  return {
    ...(await orderSlip(order)),
    title: "Exchange for order",
    lines: request.lines.map(({ lineId, name, quantity, exchange }) => ({
      lineId,
      name,
      quantity,
      sku: skus.get(exchange?.variantId ?? "") ?? "",
      options: optionsOf(exchange?.size ?? null, exchange?.colour ?? null),
    })),
    collect: null,
    payment: "Exchange, nothing to pay",
    stop: request.state === "received" || request.state === "closed" ? null : "The old piece is not here yet",
  };
}

function optionsOf(size: string | null, colour: string | null): string {
  return [colour, size && `Size ${size}`].filter(Boolean).join(", ");
}
