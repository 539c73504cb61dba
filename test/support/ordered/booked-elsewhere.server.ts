import type { Direction } from "../../../platform/couriers/couriers.server.ts";
import type { TestShop } from "../test-shop.server.ts";

/** Books in the demo courier's own account, of which the shop knows nothing. Out: the AWB. */
export async function bookedElsewhere(
  { services, clock }: TestShop,
  reference: string,
  direction: Direction = "forward",
): Promise<string> {
  const customer = {
    name: "A",
    phone: "9876543210",
    email: "",
    lines: ["1"],
    city: "X",
    state: "Y",
    pin: "560001",
  };
  const size = { length: 1, breadth: 1, height: 1 };
  const sent = { direction, reference, orderedAt: clock.now(), customer, items: [], value: 100, collect: 0 };
  const booked = await services.couriers
    .courier("local")
    ?.book({ ...sent, grams: 1, size }, { isAgain: false, awb: null });
  if (!booked?.ok) throw new Error("the demo's courier booked nothing");
  return booked.value.awb;
}
