import type { Business } from "../../../shop/delivery/business.ts";
import { Field } from "../../ui/forms/field.tsx";
import { useAnyWrong, useFormField } from "../../ui/forms/form-context.ts";

/** Not from the module that reads them: browsers need none of its rules. */
export const businessFields: (keyof Business)[] = ["companyName", "buyerGstin"];

/** Name and GSTIN of a business that buys, for its invoice; folded, since most customers are no business. */
export function BusinessFields({
  known = { companyName: "", buyerGstin: "" },
  question = "Buying for a business? Add its GSTIN",
}: {
  known?: Business;
  question?: string;
}) {
  const wrong = useAnyWrong(businessFields);
  const typed = useFormField("buyerGstin").typed ?? known.buyerGstin;
  return (
    <details className="py-4 border-t border-line" open={wrong || Boolean(typed)}>
      <summary className="link">{question}</summary>
      <div className="stack mt-3">
        <Field
          label="Business name"
          name="companyName"
          defaultValue={known.companyName}
          autoComplete="organization"
          maxLength={100}
          hint="As registered: the invoice is made out to it."
        />
        <Field
          label="GSTIN"
          name="buyerGstin"
          defaultValue={known.buyerGstin}
          maxLength={20}
          autoCapitalize="characters"
          spellCheck={false}
          hint="15 letters and digits, of the state that the parcel goes to."
        />
      </div>
    </details>
  );
}
