import { useNavigation } from "react-router";
import { formatMobile } from "../../../shop/accounts/customer/formats.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { tabAddress } from "./tabs.ts";

/** Name and phone (specification, Profile). */
export default function DetailsForm({
  name,
  phone,
  answer,
}: {
  name: string;
  phone: string | null;
  answer: FormAnswer | undefined;
}) {
  const busy = useNavigation().formData?.get("intent") === "profile";
  return (
    <AnswerForm answer={answer} className="stack profile-form" action={tabAddress("profile")}>
      <Field
        key={`name ${name}`}
        label="Name"
        name="name"
        autoComplete="name"
        maxLength={100}
        required
        defaultValue={name}
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
        defaultValue={phone ? formatMobile(phone) : ""}
      />
      <div>
        <button className="btn btn-primary" type="submit" name="intent" value="profile" aria-busy={busy}>
          {busy ? "Saving..." : "Update Profile"}
        </button>
      </div>
    </AnswerForm>
  );
}
