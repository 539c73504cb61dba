import { Field } from "../../ui/forms/field.tsx";

/** The code of a coupon with its button, inside the form of an order. */
export function CouponField({ code, error }: { code: string; error?: string | undefined }) {
  return (
    <div className="coupon flex items-start gap-2 mt-2 mb-4">
      <Field
        label="Coupon code"
        name="coupon"
        defaultValue={code}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        optional
        error={error}
      />
      <button type="submit" className="btn btn-secondary" name="intent" value="coupon">
        Apply
      </button>
    </div>
  );
}
