import {
  type DeliveryErrors,
  type DeliveryField,
  type DeliveryInput,
  deliveryMaxLengths,
} from "../../../shop/delivery/delivery.ts";
import { Field } from "../../ui/field.tsx";
import { TownFields } from "./town-fields.tsx";

type Fields = { typed: DeliveryInput; errors: DeliveryErrors };

/** Recipient: name, the account's e-mail address, phone. */
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

/** Postal address. `lines`: one or two lines for the street. */
export function PlaceFields({ typed, errors, lines, pinLabel }: Fields & { lines: 1 | 2; pinLabel: string }) {
  const shared = fieldProps({ typed, errors });
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
      <TownFields shared={shared} pinLabel={pinLabel} />
    </>
  );
}

function fieldProps({ typed, errors }: Fields) {
  return (field: DeliveryField) => ({
    name: field,
    defaultValue: typed[field],
    maxLength: deliveryMaxLengths[field],
    error: errors[field],
  });
}
