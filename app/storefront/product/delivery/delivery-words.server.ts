import type { Services } from "../../../../platform/services.server.ts";
import { dayAndMonth } from "../../../../shop/dates.ts";
import { deliveryAtPin } from "../../../../shop/delivery/delivery-at-pin.server.ts";
import { type Paise, rupees } from "../../../../shop/money.ts";

/**
 * The delivery information of a product page for a PIN code: the place, the day and cash on delivery, or the error for
 * the typed code.
 */
export type DeliveryWords = { pin: string } & (
  | { place: string; arrives: string; cash: string }
  | { error: string }
);

/** The texts for a PIN code as typed and a price in paise. */
export async function deliveryWords(
  services: Pick<Services, "db" | "clock">,
  typed: string,
  price: Paise,
): Promise<DeliveryWords> {
  const found = await deliveryAtPin(services, typed, price);
  if (!found.ok) {
    const error =
      found.refused === "pin-invalid"
        ? "A PIN code has 6 digits, such as 560001."
        : "We do not know this PIN code. Please check it; if it is right, you can order all the same.";
    return { pin: typed.slice(0, 8), error };
  }
  const { pin, city, state, arrives, cod, codMost } = found.value;
  const place = city === state ? city : `${city}, ${state}`;
  return { pin, place, arrives: dayAndMonth(arrives), cash: cashWords(cod, codMost) };
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
