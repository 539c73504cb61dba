import {
  type AddressField,
  type AddressLines,
  addressError,
  addressMaxLengths,
  readAddress,
} from "../accounts/customer/address.ts";
import type { DeliveryAddress } from "../orders/orders.ts";
import { cleanLine } from "../text/clean-text.ts";

/** The fields of a delivery as the two screens ask for them. */
export const deliveryFields = ["name", "phone", "line1", "line2", "postalCode", "city", "state"] as const;
export type DeliveryField = (typeof deliveryFields)[number];
export type DeliveryInput = Record<DeliveryField, string> & { country: string };
export type DeliveryErrors = Partial<Record<DeliveryField, string>>;

/** The error message for a field as typed, or null. */
export function deliveryError(field: DeliveryField, typed: string): string | null {
  return addressError(field, typed);
}

export const deliveryMaxLengths: Record<AddressField, number> = addressMaxLengths;

/**
 * Parses a typed delivery address (docs/domain.md, "Formats"). Out: the address, or the errors by field and whether a
 * required field is empty (specification, section 5).
 */
export function readDelivery(
  typed: DeliveryInput,
):
  | { ok: true; value: DeliveryAddress; lines: AddressLines }
  | { ok: false; errors: DeliveryErrors; empty: boolean } {
  const read = readAddress({ ...typed, label: "" });
  if (!read.ok) {
    const { label: _, ...errors } = read.errors;
    const empty = deliveryFields.some((field) => field !== "line2" && cleanLine(typed[field]) === "");
    return { ok: false, errors, empty };
  }
  const { label: _, ...value } = read.value;
  return { ok: true, value: { ...value, country: "India" }, lines: read.value };
}
