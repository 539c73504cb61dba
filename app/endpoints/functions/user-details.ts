import { z } from "zod";
import type { DeliveryInput } from "../../../shop/delivery/delivery.ts";

const text = z.string().max(500).default("");

/**
 * The address fields of the checkout and of the order page (specification, section 3); both have the same meaning.
 */
const checkoutAddress = z.object({ address: text, city: text, state: text, pincode: text });
const orderPageAddress = z.object({
  line1: text,
  line2: text,
  city: text,
  state: text,
  postal_code: text,
  country: z.string().max(60).default("India"),
});

const userDetails = z.object({
  name: text,
  email: z.string().max(254).optional(),
  phone: text,
  address: z.union([orderPageAddress.required({ line1: true }), checkoutAddress, z.null()]).optional(),
});

/**
 * The body of create-cart-order. Without `paymentMethod` the address format decides: the checkout's format pays
 * online; the order page's format, or none, is confirmed over WhatsApp.
 */
export const createCartOrder = z.object({
  userDetails: userDetails.default({ name: "", phone: "" }),
  paymentMethod: z.enum(["cod", "online", "whatsapp"]).optional(),
  couponCode: z.string().max(40).nullish(),
  cartVersion: z.string().max(64).nullish(),
  advance: z.number().int().nonnegative().nullish(),
});
export type CreateCartOrder = z.infer<typeof createCartOrder>;

/** Normalises both formats. */
export function deliveryOf({ name, phone, address }: CreateCartOrder["userDetails"]): DeliveryInput {
  const shared = { name, phone, country: "India" };
  if (!address) return { ...shared, line1: "", line2: "", city: "", state: "", postalCode: "" };
  const { city, state } = address;
  return "line1" in address
    ? { ...shared, line1: address.line1, line2: address.line2, city, state, postalCode: address.postal_code }
    : { ...shared, line1: address.address, line2: "", city, state, postalCode: address.pincode };
}

/** The payment method of the order. */
export function paymentMethodOf({ paymentMethod, userDetails: { address } }: CreateCartOrder) {
  if (paymentMethod) return paymentMethod;
  return address && "pincode" in address ? "online" : "whatsapp";
}
