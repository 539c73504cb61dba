import type { AddressLines } from "../accounts/customer/address.ts";
import { takeCart } from "../cart/take-cart.server.ts";
import { businessPayload } from "../delivery/business.ts";
import { saveDeliveryDetails } from "../delivery/save-details.server.ts";
import type { Paise } from "../money.ts";
import type { DeliveryAddress } from "../orders/orders.ts";
import { addressPayload } from "./idempotency-key.server.ts";
import { orderable } from "./placement-steps.server.ts";
import { pricedLines, quotedTotal } from "./priced-lines.server.ts";
import { type Buyer, type Placement, type PlacementPorts, writeOrder } from "./write-order.server.ts";

export type CheckoutDetails = {
  /** Created when the page opened; one key gives one order however often it is sent. */
  key: string;
  /** The quote that the buyer was shown (`Quote.version`). Null accepts the cart as it is now. */
  version: string | null;
  method: "cod" | "online";
  couponCode: string | null;
  /** The advance of cash on delivery that the buyer was shown, in paise; none unless given. */
  agreedAdvance?: Paise;
  address: DeliveryAddress;
  /** The address to save in the buyer's address book and profile with the order, if any. */
  saveAddress?: AddressLines;
};

/**
 * What makes a checkout a different one under the same key. A fixed list: adding a field later must not turn a retry
 * across an update into 'key-reused'.
 */
function fingerprintPayload({ business }: Buyer, { version, method, couponCode, address }: CheckoutDetails) {
  return { version, method, couponCode, address: addressPayload(address), ...businessPayload(business) };
}

/**
 * Orders a whole cart and empties it. The same key gives the same order. Refused: as `writeOrder`, and 'empty-cart',
 * 'cart-changed' when lines or prices differ from the quote or the total is higher, 'out-of-stock' with the names.
 */
export function placeOrder(ports: PlacementPorts, buyer: Buyer, details: CheckoutDetails): Placement {
  const { key, version, method, couponCode, agreedAdvance = 0, address, saveAddress } = details;
  return writeOrder(ports, buyer, {
    kind: "cart",
    method,
    address,
    couponCode,
    agreedAdvance,
    submission: { key, payload: fingerprintPayload(buyer, details) },
    take: (tx) => takeCart(tx, buyer.id),
    lines: async (tx, taken) => orderable(await pricedLines(tx, ports.clock.now(), buyer.id, taken), version),
    agreedTotal: () => (version === null ? null : quotedTotal(version)),
    ...(saveAddress && { alongside: (tx) => saveDeliveryDetails({ db: tx }, buyer, null, saveAddress) }),
  });
}
