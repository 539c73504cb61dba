import { rupeesExact } from "../money.ts";
import { paymentLabels } from "../orders/amount-due.ts";
import { type PlacedOrder, shortId, statusLabels } from "../orders/orders.ts";
import { chatAddress } from "../text/chat-address.ts";

/**
 * The WhatsApp link to the customer of an order with the message filled in: status, payment, courier and tracking
 * link. In: the shop's name and the address of the tracking page. Out: null when the account, and with it the phone
 * number, is deleted. Never log it.
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
  return chatAddress(address.phone, lines.join("\n"));
}
