import { Form, useNavigation } from "react-router";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { Field } from "../../ui/field.tsx";
import type { ProfileFormErrors } from "./form-errors.ts";
import { tabAddress } from "./tabs.ts";

/** Name and phone (specification, Profile). */
export function DetailsForm({
  name,
  phone,
  formErrors,
}: {
  name: string;
  phone: string | null;
  formErrors: ProfileFormErrors | undefined;
}) {
  const busy = useNavigation().formData?.get("intent") === "profile";
  return (
    <Form className="stack profile-form" method="post" action={tabAddress("profile")}>
      <Field
        key={`name ${name}`}
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        defaultValue={formErrors?.typed?.name ?? name}
      />
      <Field
        key={`phone ${phone}`}
        label="Phone"
        name="phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        optional
        hint="An Indian mobile number, such as 98765 43210."
        defaultValue={formErrors?.typed?.phone ?? (phone ? formatMobile(phone) : "")}
      />
      <div>
        <button className="btn btn-primary" type="submit" name="intent" value="profile" aria-busy={busy}>
          {busy ? "Saving..." : "Update Profile"}
        </button>
      </div>
    </Form>
  );
}
