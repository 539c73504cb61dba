import type { ReactNode } from "react";
import { type AddressField, addressMaxLengths } from "../../../shop/accounts/customer/address.ts";
import { Field } from "../../ui/forms/field.tsx";
import { TownFields } from "./town-fields.tsx";

/** The initial values of the fields. */
type Known = Record<AddressField, string> | Record<Exclude<AddressField, "label">, string>;

const fieldProps = (known: Known) => (name: Exclude<AddressField, "label">) => ({
  name,
  defaultValue: known[name],
  maxLength: addressMaxLengths[name],
});

/** The recipient: name, phone, and fields between them. */
export function RecipientFields({
  known,
  nameLabel,
  children,
}: {
  known: Known;
  nameLabel: string;
  children?: ReactNode;
}) {
  const shared = fieldProps(known);
  return (
    <>
      <Field {...shared("name")} label={nameLabel} autoComplete="name" required />
      {children}
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

/** Postal address. Each line of the street is a field of its own: `street-address` would fill in both lines with a break. */
export function PlaceFields({
  known,
  labels: { line1, line2, pin },
}: {
  known: Known;
  labels: { line1: string; line2: string; pin: string };
}) {
  const shared = fieldProps(known);
  return (
    <>
      <Field {...shared("line1")} label={line1} autoComplete="address-line1" required />
      <Field {...shared("line2")} label={line2} autoComplete="address-line2" optional />
      <TownFields shared={shared} pinLabel={pin} />
    </>
  );
}
