import { type AddressLines, readAddress } from "../accounts/customer/address.ts";
import type { DeliveryAddress } from "../orders/orders.ts";
import { cleanLine } from "../text/clean-text.ts";
import type { FieldErrors } from "../text/read-form.ts";

/** The delivery fields of the two screens. */
export const deliveryFields = ["name", "phone", "line1", "line2", "postalCode", "city", "state"] as const;
export type DeliveryInput = Record<(typeof deliveryFields)[number], string> & { country: string };

/**
 * Parses a typed delivery address (docs/domain.md, "Formats"). Out: the address, or the errors by field and whether a
 * required field is empty (specification, section 5).
 */
export function readDelivery(
  typed: DeliveryInput,
):
  | { ok: true; value: DeliveryAddress; lines: AddressLines }
  | { ok: false; errors: FieldErrors; empty: boolean } {
  const read = readAddress({ ...typed, label: "" });
  if (!read.ok) {
    const { label: _, ...errors } = read.errors;
    const empty = deliveryFields.some((field) => field !== "line2" && cleanLine(typed[field]) === "");
    return { ok: false, errors, empty };
  }
  const { label: _, ...value } = read.value;
  return { ok: true, value: { ...value, country: "India" }, lines: read.value };
}
