import { streetLines } from "../../../shop/orders/order-fields.ts";
import type { DeliveryAddress as Address, Order } from "../../../shop/orders/orders.ts";

/** A postal address block. For a deleted account only the place remains. */
export function AddressBlock({ address }: { address: Address }) {
  const { name, city, state, postalCode, country, phone } = address;
  const lines = [
    name,
    ...streetLines(address),
    `${city}, ${state} ${postalCode}`,
    country,
    phone && readable(phone),
  ];
  return (
    <address className="order-address">
      {lines.filter(Boolean).map((line, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address have no other name
        <span key={place}>{line}</span>
      ))}
    </address>
  );
}

/** The business that the invoice is made out to; nothing for a consumer. */
export function InvoicedTo({ order }: { order: Pick<Order, "companyName" | "buyerGstin"> }) {
  if (order.buyerGstin === null) return null;
  return (
    <p className="text-small wrap-anywhere">
      Invoice to {order.companyName}, GSTIN <span className="num">{order.buyerGstin}</span>
    </p>
  );
}

/** "+91 98765 43210". */
function readable(phone: string): string {
  return phone.replace(/^(\+91)(\d{5})(\d{5})$/, "$1 $2 $3");
}
