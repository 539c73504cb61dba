import { useEffect, useRef } from "react";
import { Form } from "react-router";
import { messages } from "../../parts/messages/messages.ts";
import { trackPath } from "../../parts/orders/order-links.ts";
import { Field } from "../../ui/field.tsx";

/** An order id may be forwarded, so the address needs the last digits of the phone number too. */
export function PhoneForm({
  id,
  formErrors,
}: {
  id: string;
  formErrors: "wrong-digits" | "too-often" | "not-found" | null;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (formErrors) form.current?.querySelector("input")?.focus();
  }, [formErrors]);
  return (
    <Form
      ref={form}
      className="phone-form"
      method="post"
      action={trackPath(id)}
      noValidate
      preventScrollReset
    >
      <Field
        label="Last four digits of your phone number"
        hint="This shows the address and the prices. If the order is yours, you can also log in."
        error={errorText(formErrors)}
        name="digits"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        required
      />
      <button className="btn btn-secondary" type="submit">
        Show everything
      </button>
    </Form>
  );
}

function errorText(formErrors: "wrong-digits" | "too-often" | "not-found" | null): string | undefined {
  if (formErrors === "wrong-digits") return messages.phoneDiffers.text;
  if (formErrors === "too-often") return messages.tooManyTries.text;
  return undefined;
}
