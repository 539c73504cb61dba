import type { Services } from "../../../../platform/services.server.ts";
import { cutText } from "../../../../platform/text/cut-text.ts";
import {
  type CodDecision,
  type CodOrder,
  codDecision,
  codRules,
} from "../../../../shop/cod/cod-rules.server.ts";
import { dayAndMonth } from "../../../../shop/dates.ts";
import { deliveryAtPin } from "../../../../shop/delivery/delivery-at-pin.server.ts";
import { deliveryFeeOf } from "../../../../shop/delivery/delivery-fee.ts";
import { type Paise, rupees } from "../../../../shop/money.ts";
import { shopSettings } from "../../../../shop/settings/settings.server.ts";

/**
 * The delivery information of a product page for a PIN code: the place, the day and cash on delivery, or the error for
 * the typed code.
 */
export type DeliveryWords = { pin: string } & (
  | { place: string; arrives: string; cash: string }
  | { error: string }
);

/**
 * The texts for a PIN code as typed and a price in paise. `item`: what is ordered, for the owner's rules for cash on
 * delivery; what a phone number decides is left to the checkout.
 */
export async function deliveryWords(
  services: Services,
  typed: string,
  price: Paise,
  item: CodOrder["items"][number],
): Promise<DeliveryWords> {
  const found = await deliveryAtPin(services, typed, price);
  if (!found.ok) {
    const error =
      found.refused === "pin-invalid"
        ? "A PIN code has 6 digits, such as 560001."
        : "We do not know this PIN code. Please check it; if it is right, you can order all the same.";
    return { pin: cutText(typed, 8), error };
  }
  const { pin, city, state, arrives, cod, codMost } = found.value;
  const place = city === state ? city : `${city}, ${state}`;
  const { policy } = await shopSettings(services);
  const order = { phone: "", pin, total: price + deliveryFeeOf(policy, price), items: [item] };
  const ruled = cod === null ? await codDecision(services, await codRules(services), order) : null;
  const cash = (ruled && ruledWords(ruled)) ?? cashWords(cod, codMost);
  return { pin, place, arrives: dayAndMonth(arrives), cash };
}

/** What the owner's rules ask for; null when they take cash as it is. */
function ruledWords({ outcome, reason, advance }: CodDecision): string | null {
  if (outcome === "refuse") return reason;
  return advance > 0 ? `Cash on Delivery with ${rupees(advance)} paid online in advance` : null;
}

function cashWords(cod: "cod-closed" | "cod-amount" | "cod-pin" | null, most: Paise | null): string {
  switch (cod) {
    case null:
      return "Cash on Delivery available";
    case "cod-amount":
      return `Cash on Delivery up to ${rupees(most ?? 0)}; pay this one online`;
    case "cod-pin":
      return "No Cash on Delivery at this PIN code; please pay online";
    case "cod-closed":
      return "Please pay online";
  }
}
