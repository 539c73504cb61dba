import { type ChangeEvent, useRef } from "react";
import { href } from "react-router";
import { readPin, states } from "../../../shop/accounts/person/formats.ts";
import {
  type DeliveryErrors,
  type DeliveryField,
  type DeliveryTyped,
  longestDelivery,
} from "../../../shop/delivery/delivery.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";

type Fields = { typed: DeliveryTyped; errors: DeliveryErrors };

/** Who receives the parcel: name, the account's address of mail, phone. */
export function ContactFields({ typed, errors, email }: Fields & { email: string }) {
  const shared = fieldProps({ typed, errors });
  return (
    <>
      <Field {...shared("name")} label="Full Name" autoComplete="name" required />
      <Field label="Email" type="email" defaultValue={email} disabled autoComplete="email" />
      <Field
        {...shared("phone")}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        hint="For the courier: ten digits, such as 98765 43210."
      />
    </>
  );
}

/**
 * Where it goes. Six digits of a PIN fill in city and state, which stay editable: what somebody typed there is never
 * written over. `lines`: one line for the street, or two.
 */
export function PlaceFields({ typed, errors, lines, pinLabel }: Fields & { lines: 1 | 2; pinLabel: string }) {
  const shared = fieldProps({ typed, errors });
  const filled = useRef<Partial<Record<"city" | "state", string>>>({});
  async function fill({ target }: ChangeEvent<HTMLInputElement>) {
    const pin = readPin(target.value);
    const form = target.form;
    if (!pin || !form) return;
    const place = await placeOf(pin);
    if (!place || readPin(target.value) !== pin) return;
    for (const name of ["city", "state"] as const) {
      const control = form.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (control.value !== "" && control.value !== filled.current[name]) continue;
      control.value = place[name];
      filled.current[name] = place[name];
    }
  }
  return (
    <>
      <Field
        {...shared("line1")}
        label={lines === 1 ? "Street Address" : "Address Line 1"}
        autoComplete={lines === 1 ? "street-address" : "address-line1"}
        required
      />
      {lines === 2 && (
        <Field {...shared("line2")} label="Address Line 2" autoComplete="address-line2" optional />
      )}
      <div className="two-fields">
        <Field
          {...shared("postalCode")}
          label={pinLabel}
          inputMode="numeric"
          autoComplete="postal-code"
          required
          onChange={fill}
        />
        <Field {...shared("city")} label="City" autoComplete="address-level2" required />
      </div>
      <Select
        label="State"
        name="state"
        autoComplete="address-level1"
        required
        defaultValue={typed.state}
        error={errors.state}
      >
        <option value="">Please choose</option>
        {states.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </Select>
    </>
  );
}

function fieldProps({ typed, errors }: Fields) {
  return (field: DeliveryField) => ({
    name: field,
    defaultValue: typed[field],
    maxLength: longestDelivery[field],
    error: errors[field],
  });
}

/** Null when it is not known or cannot be asked: then the person types city and state. */
async function placeOf(pin: string): Promise<{ city: string; state: string } | null> {
  try {
    const answer = await fetch(href("/functions/pin-code/:pin", { pin }));
    if (!answer.ok) return null;
    const { city, state }: Record<string, unknown> = await answer.json();
    return typeof city === "string" && typeof state === "string" ? { city, state } : null;
  } catch {
    return null;
  }
}
