import type { FormEvent } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  type Address,
  type AddressField,
  addressError,
  addressFields,
  addressMaxLengths,
} from "../../../shop/accounts/customer/address.ts";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { TownFields } from "../../parts/address/town-fields.tsx";
import { useFieldErrors } from "../../parts/address/use-field-errors.ts";
import { Field } from "../../ui/field.tsx";
import type { ProfileFormErrors } from "./form-errors.ts";
import { tabAddress } from "./tabs.ts";

/** Adds or edits an address. Errors appear when a field is left, and all of them on submit. */
export function AddressForm({
  address,
  name,
  first,
  formErrors,
}: {
  address: Address | null;
  /** Initial recipient of a new address. */
  name: string;
  /** The first address always becomes the default. */
  first: boolean;
  formErrors: ProfileFormErrors | undefined;
}) {
  const { errors, props, checkAll } = useFieldErrors(addressFields, faultOf, formErrors?.errors);
  const busy = useNavigation().formData?.get("intent") === "address";
  const stored = address && { ...address, phone: formatMobile(address.phone) };
  const value = (field: AddressField) => formErrors?.typed?.[field] ?? stored?.[field] ?? "";
  const shared = (field: AddressField) => ({
    name: field,
    defaultValue: value(field),
    maxLength: addressMaxLengths[field],
    error: errors[field],
  });
  return (
    <Form
      {...props}
      className="stack profile-form"
      method="post"
      action={tabAddress("addresses", { edit: address?.id ?? "new" })}
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        if (checkAll(event.currentTarget)) event.preventDefault();
      }}
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
      <TownFields shared={shared} pinLabel="PIN code" />
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

function faultOf(field: string, typed: string): string | null {
  const known = addressFields.find((one) => one === field);
  return known ? addressError(known, typed) : null;
}
