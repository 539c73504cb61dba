export type PaymentMethod = "cod" | "online";

/** The ways in which a customer can pay right now. */
export type Payments = { methods(): readonly PaymentMethod[] };

/** The embedded default: the courier takes the money. */
export function cashOnDelivery(): Payments {
  return { methods: () => ["cod"] };
}
