import { rupeesExact } from "../money.ts";
import { type PlacedOrder, paymentLabels, shortId, statusLabels } from "../orders/orders.ts";

/**
 * The link that opens a chat with the customer of an order, the message already written: its status, how it is paid,
 * who carries it and where to follow it. In: the shop's name and the address of the tracking page. Out: null when the
 * account, and with it the phone number, is gone. Never log it.
 */
export function customerChat(
  shopName: string,
  order: Pick<
    PlacedOrder,
    | "id"
    | "address"
    | "status"
    | "method"
    | "paymentStatus"
    | "total"
    | "courier"
    | "trackingNumber"
    | "trackingLink"
  >,
  trackAddress: string,
): string | null {
  const { address, courier, trackingNumber, trackingLink } = order;
  if (!address.phone) return null;
  const first = address.name.trim().split(/\s+/)[0] ?? "";
  const parcel = [courier, trackingNumber].filter(Boolean).join(", ");
  const lines = [
    `Hello${first && ` ${first}`}, this is ${shopName} about your order ${shortId(order.id)}.`,
    `Status: ${statusLabels[order.status]}`,
    `Total: ${rupeesExact(order.total)} (${paymentLabels(order)})`,
    ...(parcel ? [`Parcel: ${parcel}`] : []),
    ...(trackingLink ? [`Track the parcel: ${trackingLink}`] : []),
    `Your order: ${trackAddress}`,
  ];
  return `https://wa.me/${address.phone.replace(/\D/g, "")}?text=${encodeURIComponent(lines.join("\n"))}`;
}
