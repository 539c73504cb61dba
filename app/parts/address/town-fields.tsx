import { type ChangeEvent, useRef, useState } from "react";
import { href } from "react-router";
import { readPin, states } from "../../../shop/accounts/customer/formats.ts";
import { ChoiceOptions, Field, Select } from "../../ui/forms/field.tsx";

type TownField = "postalCode" | "city" | "state";
type Shared = { name: string; defaultValue: string; maxLength: number };

/**
 * PIN code, city and state. Six digits fill in city and state, which stay editable; typed values are never
 * overwritten. An unknown PIN code shows a message.
 */
export function TownFields({ shared, pinLabel }: { shared: (field: TownField) => Shared; pinLabel: string }) {
  const filled = useRef<Partial<Record<string, string>>>({});
  const [unknown, setUnknown] = useState(false);
  async function fill({ target }: ChangeEvent<HTMLInputElement>) {
    setUnknown(false);
    const pin = readPin(target.value);
    const form = target.form;
    if (!pin || !form) return;
    const place = await placeOf(pin);
    if (!place || readPin(target.value) !== pin) return;
    setUnknown(place === "unknown");
    if (place === "unknown") return;
    for (const name of ["city", "state"] as const) {
      const control = form.elements.namedItem(name);
      if (!(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) continue;
      if (control.value !== "" && control.value !== filled.current[name]) continue;
      control.value = place[name];
      filled.current[name] = place[name];
      // Fires an input event, so that the errors of the field are cleared.
      control.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
  const { maxLength: _, ...state } = shared("state");
  return (
    <>
      <div className="stack two-fields">
        <Field
          {...shared("postalCode")}
          label={pinLabel}
          inputMode="numeric"
          autoComplete="postal-code"
          required
          onChange={fill}
          hint={
            unknown ? "We do not know this PIN code. Please check it, or type the city and state." : undefined
          }
        />
        <Field {...shared("city")} label="City" autoComplete="address-level2" required />
      </div>
      <Select label="State" {...state} autoComplete="address-level1" required>
        <option value="">Please choose</option>
        <ChoiceOptions choices={states.map((one) => ({ value: one, label: one }))} />
      </Select>
    </>
  );
}

/** Null when the request fails: the visitor types city and state. */
async function placeOf(pin: string): Promise<{ city: string; state: string } | "unknown" | null> {
  try {
    const answer = await fetch(href("/functions/pin-code/:pin", { pin }));
    if (answer.status === 404) return "unknown";
    if (!answer.ok) return null;
    const { city, state }: Record<string, unknown> = await answer.json();
    return typeof city === "string" && typeof state === "string" ? { city, state } : null;
  } catch {
    return null;
  }
}
