import { Link, useNavigation } from "react-router";
import { type Address, addressError, addressMaxLengths } from "../../../../shop/accounts/customer/address.ts";
import { formatMobile } from "../../../../shop/accounts/customer/formats.ts";
import { PlaceFields, RecipientFields } from "../../../parts/address/delivery-fields.tsx";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { tabAddress } from "../tabs.ts";

const labels = { line1: "Address line 1", line2: "Address line 2", pin: "PIN code" };

/** Adds or edits an address. Errors appear when a field is left, and all of them on submit. */
export default function AddressForm({
  address,
  name,
  first,
  answer,
}: {
  address: Address | null;
  /** Initial recipient of a new address. */
  name: string;
  /** The first address always becomes the default. */
  first: boolean;
  answer: FormAnswer | undefined;
}) {
  const busy = useNavigation().formData?.get("intent") === "address";
  const known = address
    ? { ...address, phone: formatMobile(address.phone) }
    : { label: "", name, phone: "", line1: "", line2: "", city: "", state: "", postalCode: "" };
  return (
    <AnswerForm
      answer={answer}
      check={addressError}
      className="stack profile-form"
      action={tabAddress("addresses", { edit: address?.id ?? "new" })}
    >
      <input type="hidden" name="id" value={address?.id ?? ""} />
      <h2 className="h3">{address ? "Change this address" : "New address"}</h2>
      <RecipientFields known={known} nameLabel="Full name" />
      <PlaceFields known={known} labels={labels} />
      <Field label="Country" name="country" value="India" readOnly autoComplete="country-name" />
      <Field
        label="Short name"
        name="label"
        defaultValue={known.label}
        maxLength={addressMaxLengths.label}
        optional
        hint="Such as Home or Work."
      />
      {!first && !address?.isDefault && (
        <label className="check">
          <input type="checkbox" name="default" value="yes" />
          Make this my default address
        </label>
      )}
      <div className="flex flex-wrap items-start gap-2">
        <button className="btn btn-primary" type="submit" name="intent" value="address" aria-busy={busy}>
          {busy ? "Saving..." : "Save Address"}
        </button>
        {!first && (
          <Link className="btn btn-secondary" to={tabAddress("addresses")}>
            Cancel
          </Link>
        )}
      </div>
    </AnswerForm>
  );
}
