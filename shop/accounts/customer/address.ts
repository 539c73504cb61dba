import { cleanLine } from "../../text/clean-text.ts";
import type { FieldErrors, FormRead } from "../../text/read-form.ts";
import { readMobile, readPin, states } from "./formats.ts";

const addressFields = ["label", "name", "phone", "line1", "line2", "city", "state", "postalCode"] as const;
export type AddressField = (typeof addressFields)[number];

/** An address as typed or stored, complete enough to ship to. Without `label` it has no short name. */
export type AddressLines = Record<AddressField, string>;

export type Address = AddressLines & { id: string; country: string; isDefault: boolean };

export const maxAddresses = 20;

export const addressMaxLengths: Record<AddressField, number> = {
  label: 40,
  name: 100,
  phone: 20,
  line1: 120,
  line2: 120,
  city: 60,
  state: 60,
  postalCode: 10,
};

const missing: Partial<Record<AddressField, string>> = {
  name: "Enter the receiver's name.",
  phone: "Enter a mobile number for the courier.",
  line1: "Enter your house no. and street.",
  city: "Enter the city or town.",
  state: "Choose a state.",
  postalCode: "Enter the PIN code.",
};

/**
 * The error message for one field, or null; null for fields of other names. In: the text, cleaned by `readAddress`; as
 * typed in the browser, which checks first and does not load the cleaner.
 */
export function addressError(name: string, typed: string): string | null {
  const field = addressFields.find((one) => one === name);
  if (!field) return null;
  const text = typed.trim();
  if (text === "") return missing[field] ?? null;
  if (text.length > addressMaxLengths[field])
    return `Please use at most ${addressMaxLengths[field]} characters.`;
  if (field === "phone" && readMobile(text) === null)
    return "A mobile number has ten digits and starts with 6, 7, 8 or 9.";
  if (field === "postalCode" && readPin(text) === null) return "A PIN code has six digits, such as 560001.";
  if (field === "state" && !states.includes(text)) return missing.state ?? null;
  return null;
}

/**
 * Parses a typed address. Out: the address as stored (phone "+91XXXXXXXXXX", PIN six digits) or the errors by field.
 */
export function readAddress(typed: AddressLines): FormRead<AddressLines> {
  const errors: FieldErrors = {};
  for (const field of addressFields) {
    const fault = addressError(field, cleanLine(typed[field]));
    if (fault) errors[field] = fault;
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    value: {
      label: cleanLine(typed.label),
      name: cleanLine(typed.name),
      phone: readMobile(typed.phone) ?? "",
      line1: cleanLine(typed.line1),
      line2: cleanLine(typed.line2),
      city: cleanLine(typed.city),
      state: cleanLine(typed.state),
      postalCode: readPin(typed.postalCode) ?? "",
    },
  };
}
