import type { Paise } from "../money.ts";
import type { Policy } from "./settings.ts";

export type CodRefusal = "cod-closed" | "cod-amount" | "cod-pin";

/**
 * Why an order cannot be paid in cash, or null when it can. In: the policy, what is to pay (paise), and the PIN code it
 * goes to, "" when it is not known yet. 'cod-closed': the shop takes none; 'cod-amount': above the shop's limit;
 * 'cod-pin': not at this place.
 */
export function codRefusal(
  { cod, codMost, codNotAtPins }: Pick<Policy, "cod" | "codMost" | "codNotAtPins">,
  { total, pin }: { total: Paise; pin: string },
): CodRefusal | null {
  if (!cod) return "cod-closed";
  if (codMost !== null && total > codMost) return "cod-amount";
  return codNotAtPins.some((start) => pin.startsWith(start)) ? "cod-pin" : null;
}
