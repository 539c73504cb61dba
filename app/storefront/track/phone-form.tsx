import { trackPath } from "../../parts/orders/order-links.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

/** An order id may be forwarded, so the address needs the last digits of the phone number too. */
export function PhoneForm({ id, answer }: { id: string; answer: FormAnswer | undefined }) {
  return (
    <AnswerForm
      answer={answer}
      className="grid gap-3 mt-4 no-print"
      action={trackPath(id)}
      preventScrollReset
    >
      <Field
        label="Last four digits of your phone number"
        hint="This shows the address and the prices. If the order is yours, you can also log in."
        name="digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        required
      />
      <button className="btn btn-secondary" type="submit">
        Show everything
      </button>
    </AnswerForm>
  );
}
