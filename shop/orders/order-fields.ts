import type { OrderRow } from "./tables.server.ts";

/** The free-text columns of an order. */
export type OrderText = {
  [Name in keyof OrderRow]: string extends OrderRow[Name] | null ? Name : never;
}[Exclude<keyof OrderRow, "id" | "userId">];

/** The places that show an order. */
export const orderReaders = [
  "my-orders",
  "confirmation",
  "tracking",
  "email",
  "whatsapp",
  "download",
  "staff",
  "slip",
] as const;
export type OrderReader = (typeof orderReaders)[number];

const everywhere = orderReaders;
const notEmailed = orderReaders.filter((reader) => reader !== "email");

/**
 * The places that show each text of an order. A column without an entry does not compile;
 * test/http/orders/order-fields.test.ts checks each entry, so that a new field is neither missing from a page nor shown
 * by accident.
 */
export const orderTextReaders: Record<OrderText, readonly OrderReader[]> = {
  name: everywhere,
  line1: everywhere,
  line2: everywhere,
  city: everywhere,
  state: everywhere,
  postalCode: everywhere,
  phone: notEmailed,
  country: notEmailed,
  email: ["confirmation", "whatsapp", "download", "staff"],
  couponCode: ["confirmation", "tracking", "email", "download", "staff"],
  courier: ["my-orders", "tracking", "email", "download", "staff"],
  trackingNumber: ["my-orders", "tracking", "email", "download", "staff"],
  trackingLink: ["my-orders", "tracking", "email", "download", "staff"],
  note: ["my-orders", "tracking", "download", "staff"],
};
