import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  type Address,
  type AddressField,
  addressFields,
  addressTrouble,
  longest,
} from "../../../shop/accounts/person/address.ts";
import { mobileWords, states } from "../../../shop/accounts/person/formats.ts";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { tabAddress } from "./tabs.ts";
import type { Trouble } from "./trouble.ts";

type Errors = Partial<Record<string, string>>;

/** A new address, or one to change. Faults show after a field is left, and all of them when it is sent. */
export function AddressForm({
  address,
  name,
  first,
  trouble,
}: {
  address: Address | null;
  /** Whose name stands in a new one. */
  name: string;
  /** The first address is the default anyhow. */
  first: boolean;
  trouble: Trouble | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>(trouble?.errors ?? {});
  const busy = useNavigation().formData?.get("intent") === "address";
  useEffect(() => {
    if (!trouble?.errors) return;
    setErrors(trouble.errors);
    focusFirst(form.current, trouble.errors);
  }, [trouble]);

  function check({ target }: FocusEvent<HTMLFormElement>) {
    const field = addressFields.find((one) => one === target.name);
    if (!field) return;
    const fault = addressTrouble(field, String(target.value));
    // A field that was only passed through is not wrong yet.
    if (fault && target.value === "" && !errors[field]) return;
    setErrors(({ [field]: _, ...others }) => (fault ? { ...others, [field]: fault } : others));
  }

  function checkAll(event: FormEvent<HTMLFormElement>) {
    const fields = new FormData(event.currentTarget);
    const found: Errors = {};
    for (const field of addressFields) {
      const fault = addressTrouble(field, String(fields.get(field) ?? ""));
      if (fault) found[field] = fault;
    }
    setErrors(found);
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    focusFirst(event.currentTarget, found);
  }

  const kept = address && { ...address, phone: mobileWords(address.phone) };
  const value = (field: AddressField) => trouble?.typed?.[field] ?? kept?.[field] ?? "";
  const shared = (field: AddressField) => ({
    name: field,
    defaultValue: value(field),
    maxLength: longest[field],
    error: errors[field],
  });
  return (
    <Form
      ref={form}
      className="stack profile-form"
      method="post"
      action={tabAddress("addresses", { edit: address?.id ?? "new" })}
      noValidate
      onBlur={check}
      onSubmit={checkAll}
    >
      <input type="hidden" name="id" value={address?.id ?? ""} />
      <h2 className="h3">{address ? "Change this address" : "New address"}</h2>
      <Field
        {...shared("name")}
        defaultValue={value("name") || name}
        label="Full name"
        autoComplete="name"
        required
      />
      <Field
        {...shared("phone")}
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
        hint="For the courier: ten digits, such as 98765 43210."
      />
      <Field {...shared("line1")} label="Address line 1" autoComplete="address-line1" required />
      <Field {...shared("line2")} label="Address line 2" autoComplete="address-line2" optional />
      <div className="two-fields">
        <Field
          {...shared("postalCode")}
          label="PIN code"
          inputMode="numeric"
          autoComplete="postal-code"
          required
        />
        <Field {...shared("city")} label="City" autoComplete="address-level2" required />
      </div>
      <Select
        label="State"
        name="state"
        autoComplete="address-level1"
        required
        defaultValue={value("state")}
        error={errors.state}
      >
        <option value="">Please choose</option>
        {states.map((state) => (
          <option key={state}>{state}</option>
        ))}
      </Select>
      <Field label="Country" name="country" value="India" readOnly autoComplete="country-name" />
      <Field {...shared("label")} label="Short name" optional hint="Such as Home or Hostel." />
      {!first && !address?.isDefault && (
        <label className="check">
          <input type="checkbox" name="default" value="yes" />
          Make this my default address
        </label>
      )}
      <div className="profile-actions">
        <button className="btn btn-primary" type="submit" name="intent" value="address" aria-busy={busy}>
          {busy ? "Saving..." : "Save Address"}
        </button>
        {!first && (
          <Link className="btn btn-secondary" to={tabAddress("addresses")}>
            Cancel
          </Link>
        )}
      </div>
    </Form>
  );
}

/** The first in the order of the screen, not of the rules. */
function focusFirst(form: HTMLFormElement | null, errors: Errors) {
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute("name");
    if (control instanceof HTMLElement && name && errors[name]) return control.focus();
  }
}
