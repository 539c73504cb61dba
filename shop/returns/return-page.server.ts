import { randomUUID } from "node:crypto";
import type { Services } from "../../platform/services.server.ts";
import type { OrderLine } from "../orders/orders.ts";
import { orderOf } from "../orders/read-orders.server.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { returnsOf } from "./read-returns.server.ts";
import {
  exchangeOptions,
  type ReturnWindow,
  returnableQuantities,
  returnWindow,
} from "./returnable-quantity.server.ts";
import type { ReturnRequest, VariantOption } from "./returns.ts";

/** A line with the units that can still be returned and the replacements in stock at the same price. */
export type ReturnableLine = Pick<
  OrderLine,
  "id" | "name" | "slug" | "size" | "colour" | "picture" | "quantity" | "unit"
> & { left: number; choices: VariantOption[] };

export type ReturnPage = {
  orderId: string;
  isCancelled: boolean;
  /** Null for an order that was not delivered. */
  window: ReturnWindow | null;
  returnDays: number;
  refundDays: [number, number];
  lines: ReturnableLine[];
  requests: ReturnRequest[];
  /** For the form: sent twice with the same key it creates one request. */
  formKey: string;
};

/**
 * The return screen of an order. In: the order's id from an address, and the customer it must belong to (undefined: any,
 * for staff). Out: null for an unknown or malformed id, somebody else's order, or a prepared one.
 */
export async function returnPage(
  ports: Pick<Services, "db" | "clock">,
  orderId: string,
  userId?: string,
): Promise<ReturnPage | null> {
  const order = await orderOf(ports, orderId, userId);
  if (!order?.placedAt) return null;
  const { policy } = await shopSettings(ports);
  const [window, left, exchanges, requests] = await Promise.all([
    returnWindow(ports.db, order.id, policy.returnDays),
    returnableQuantities(ports.db, order.id),
    exchangeOptions(ports.db, ports.clock.now(), order),
    returnsOf(ports, order.id),
  ]);
  return {
    orderId: order.id,
    isCancelled: order.status === "cancelled",
    window,
    returnDays: policy.returnDays,
    refundDays: policy.refundBusinessDays,
    requests,
    formKey: randomUUID(),
    lines: order.lines.map(({ id, name, slug, size, colour, picture, quantity, unit }) => ({
      id,
      name,
      slug,
      size,
      colour,
      picture,
      quantity,
      unit,
      left: left.get(id) ?? 0,
      choices: exchanges
        .filter((one) => one.lineId === id && one.samePrice && one.left > 0)
        .map(({ lineId: _, samePrice: __, ...choice }) => choice),
    })),
  };
}
