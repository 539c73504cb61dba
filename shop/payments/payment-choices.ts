import type { PaymentChoices } from "./pay-on-delivery.server.ts";

/** Whether an order can be paid on delivery, all of it: what asks for an advance is not offered in these words. */
export function mayPayOnDelivery({ switchToCash, advance }: PaymentChoices): boolean {
  return switchToCash === null && advance === 0;
}
