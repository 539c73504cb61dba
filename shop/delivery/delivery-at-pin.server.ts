import type { Services } from "../../platform/services.server.ts";
import { readPin } from "../accounts/customer/formats.ts";
import type { Paise } from "../money.ts";
import { estimatedArrivalOfNewOrder } from "../orders/orders.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { type CodRefusal, codRefusal } from "../settings/cod-rules.ts";
import { shopSettings } from "../settings/settings.server.ts";
import { deliveryFeeOf } from "./delivery-fee.ts";
import { deliveryDaysOf } from "./estimated-arrival.server.ts";
import { cityAndStateOfPin } from "./pin-codes.server.ts";

/**
 * `cod`: why cash on delivery is not available there; null when it is. `codMost`: the limit of cash on delivery, in
 * paise.
 */
export type DeliveryAtPin = {
  pin: string;
  city: string;
  state: string;
  arrives: Date;
  cod: CodRefusal | null;
  codMost: Paise | null;
};

/**
 * The delivery date of one unit ordered now at a PIN code, and whether cash on delivery is available there, by the
 * rules of the checkout. In: the PIN as typed and the unit price in paise. Refused: 'pin-invalid' for a malformed one,
 * 'pin-unknown' for one that India Post does not have.
 */
export async function deliveryAtPin(
  ports: Pick<Services, "db" | "clock">,
  typed: string,
  price: Paise,
): Promise<Done<DeliveryAtPin> | Refused<"pin-invalid" | "pin-unknown">> {
  const pin = readPin(typed);
  if (pin === null) return refused("pin-invalid");
  const [place, { policy }] = await Promise.all([cityAndStateOfPin(ports, pin), shopSettings(ports)]);
  if (!place) return refused("pin-unknown");
  const cod = codRefusal(policy, { total: price + deliveryFeeOf(policy, price), pin });
  return done({
    pin,
    ...place,
    arrives: estimatedArrivalOfNewOrder(ports.clock.now(), deliveryDaysOf(policy)),
    cod,
    codMost: policy.codMost,
  });
}
