import { trackPath } from "../../parts/orders/order-links.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

/**
 * An order id may be forwarded, so the address needs the last digits of the phone number too. `short`: the id is the
 * short number, which shows nothing without them.
 */
export function PhoneForm({
  id,
  answer,
  short = false,
}: {
  id: string;
  answer: FormAnswer | undefined;
  short?: boolean;
}) {
  return (
    <AnswerForm
      answer={answer}
      className="grid gap-3 mt-4 print:hidden"
      action={trackPath(id)}
      preventScrollReset
    >
      <Field
        label="Last four digits of your phone number"
        hint={
          short
            ? "Of the phone that the order was placed with, so that nobody else finds it."
            : "This shows the address and the prices. If the order is yours, you can also log in."
        }
        name="digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        required
      />
      <button className="btn btn-secondary" type="submit">
        {short ? "Show my order" : "Show everything"}
      </button>
    </AnswerForm>
  );
}
