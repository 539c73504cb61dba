import { useEffect, useState } from "react";
import { href } from "react-router";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { useEarlyValue } from "../../ui/forms/use-early-value.ts";

const idMissing = { ok: false, errors: { order: "Please enter your order ID." } };

/** The order id; the button is disabled while it is empty. `empty`: it was submitted empty, without scripts. */
export function TrackForm({ asked, empty }: { asked: string; empty: boolean }) {
  const [id, setId] = useState(asked);
  const box = useEarlyValue<HTMLInputElement>(setId);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return (
    <AnswerForm
      answer={empty ? idMissing : undefined}
      className="field-row max-w-read print:hidden"
      method="get"
      action={href("/track/:id?", {})}
    >
      <Field
        label="Order ID"
        hint="Eight characters, such as e7d9e7a6, in the message we sent when you ordered."
        name="order"
        ref={box}
        value={id}
        onChange={(event) => setId(event.target.value)}
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
      />
      <button className="btn btn-primary" type="submit" disabled={ready && id.trim() === ""}>
        Track Order
      </button>
    </AnswerForm>
  );
}
