import type { Services } from "../../../../platform/services.server.ts";
import { skusOf } from "../../../../shop/catalogue/inventory/inventory.server.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import { amountToCollect } from "../../../../shop/order-management/parcels.server.ts";
import { isPartPaid, paymentLabels, waitsForAdvance } from "../../../../shop/orders/amount-due.ts";
import { textsFor, wordsFor } from "../../../../shop/orders/order-fields.ts";
import { isPlaced, type PlacedOrder, shortId } from "../../../../shop/orders/orders.ts";
import { isBack, parcelCash } from "../../../../shop/orders/parcels.ts";
import { orderOf } from "../../../../shop/orders/read-orders.server.ts";
import { returnOf } from "../../../../shop/returns/read-returns.server.ts";
import { code128 } from "./barcode.server.ts";

/** One packing slip: items, address, and amount due on delivery. */
export type Slip = Awaited<ReturnType<typeof orderSlip>>;

/** The packing slip of an order, with the ordered sizes. */
export async function orderSlip(order: PlacedOrder) {
  const { id, placedAt, lines, method, paid, status } = order;
  const due = amountToCollect(order);
  const items = lines.map(({ id: lineId, name, sku, size, colour, quantity }) => ({
    lineId,
    name,
    sku,
    quantity,
    options: optionsOf(size, colour),
  }));
  const unpaid = waitsForAdvance(order)
    ? "Advance not paid: do not send"
    : isPartPaid(order)
      ? "Not paid in full: do not send"
      : "Not paid: do not send";
  return {
    id,
    title: "Order",
    placedAt,
    address: textsFor(order, "slip").address,
    words: wordsFor(order, "slip"),
    lines: items,
    collect: due > 0 ? rupeesExact(due) : null,
    payment: paymentLabels(order),
    stop: status === "cancelled" ? "Cancelled: do not send" : method === "online" && !paid ? unpaid : null,
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
    stop: request.state === "received" || request.state === "closed" ? null : "The old item is not here yet",
  };
}

/** The parcels of an order to be handed over: those neither back nor lost, or one with all its units. */
function parcelsToSend(order: PlacedOrder) {
  const here = order.parcels.filter((one) => !isBack(one) && one.lines.length > 0);
  if (here.length > 0) return here;
  const lines = order.lines.map(({ id: lineId, quantity }) => ({ lineId, quantity, credited: 0 }));
  return order.parcels.length > 0 ? [] : [{ ...noParcel, lines }];
}

const noParcel = { number: 1, courier: null, trackingNumber: null };

export type Label = Awaited<ReturnType<typeof orderLabels>>[number];

/** The label of each parcel: the bar code is its AWB, or the order's number until it has one. */
export async function orderLabels(order: PlacedOrder) {
  const { id, address, stop } = await orderSlip(order);
  const parcels = parcelsToSend(order);
  return Promise.all(
    parcels.map(async ({ number, courier, trackingNumber, lines }) => {
      const code = trackingNumber ?? shortId(id);
      const due = dueOf(order, { number, lines });
      return {
        id,
        number,
        of: Math.max(parcels.length, number),
        address,
        collect: due > 0 ? rupeesExact(due) : null,
        stop,
        code,
        courier,
        units: lines.reduce((sum, { quantity }) => sum + quantity, 0),
        // A typed number may have signs that the code does not know.
        bars: await code128(/^[ -~]{1,40}$/.test(code) ? code : shortId(id)),
      };
    }),
  );
}

/** What the courier collects for one parcel, in paise. All parcels together are what the order owes. */
function dueOf(order: PlacedOrder, parcel: Parameters<typeof parcelCash>[1]): number {
  return amountToCollect(order) > 0 ? parcelCash(order, parcel) : 0;
}

export type PickedSku = ReturnType<typeof pickList>[number];

/** The units of some orders added up by SKU, in the order of the SKUs. Cancelled orders need none. */
export function pickList(orders: readonly PlacedOrder[]) {
  const lines = orders
    .filter(({ status }) => status !== "cancelled")
    .flatMap((order) => order.lines.map((line) => ({ ...line, order: shortId(order.id) })));
  const bySku = Map.groupBy(lines, ({ sku, name, size, colour }) => sku || [name, colour, size].join(" "));
  return [...bySku]
    .sort(([one], [other]) => one.localeCompare(other, "en-IN", { numeric: true }))
    .flatMap(([key, [first, ...others]]) => {
      if (!first) return [];
      const all = [first, ...others];
      const { sku, name, size, colour } = first;
      return {
        key,
        sku,
        name,
        options: optionsOf(size, colour),
        quantity: all.reduce((sum, { quantity }) => sum + quantity, 0),
        orders: [...new Set(all.map(({ order }) => order))],
      };
    });
}

export type ManifestPart = ReturnType<typeof manifestOf>[number];

/** The parcels of some orders by courier, with what is to be collected. Cancelled orders are left out. */
export function manifestOf(orders: readonly PlacedOrder[]) {
  const sent = orders
    .filter(({ status }) => status !== "cancelled")
    .flatMap((order) =>
      parcelsToSend(order).map((parcel) => ({ order, ...parcel, due: dueOf(order, parcel) })),
    );
  const collected = (sum: number) => (sum > 0 ? rupeesExact(sum) : null);
  return [...Map.groupBy(sent, ({ courier }) => courier ?? "")].map(([courier, parcels]) => ({
    courier,
    collect: collected(parcels.reduce((sum, { due }) => sum + due, 0)),
    rows: parcels.map(({ order, number, trackingNumber, due }) => {
      const { name, city, postalCode } = order.address;
      return {
        id: order.id,
        number,
        code: trackingNumber ?? "No AWB",
        to: [name, city, postalCode].filter(Boolean).join(", "),
        collect: collected(due),
      };
    }),
  }));
}

function optionsOf(size: string | null, colour: string | null): string {
  return [colour, size && `Size ${size}`].filter(Boolean).join(", ");
}
