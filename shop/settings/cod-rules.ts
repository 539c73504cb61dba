import type { Paise } from "../money.ts";
import type { Policy } from "./settings.ts";

export type CodRefusal = "cod-closed" | "cod-amount" | "cod-pin";

/**
 * Why an order cannot be paid in cash, or null. In: the policy, the total in paise, and the PIN code, "" when it is
 * not known yet. 'cod-closed': no cash on delivery; 'cod-amount': above the limit; 'cod-pin': not at this PIN. Nothing is
 * collected for an order of 0, so none of them refuses it.
 */
export function codRefusal(
  { cod, codMost, codNotAtPins }: Pick<Policy, "cod" | "codMost" | "codNotAtPins">,
  { total, pin }: { total: Paise; pin: string },
): CodRefusal | null {
  if (total === 0) return null;
  if (!cod) return "cod-closed";
  if (codMost !== null && total > codMost) return "cod-amount";
  return codNotAtPins.some((start) => pin.startsWith(start)) ? "cod-pin" : null;
}
