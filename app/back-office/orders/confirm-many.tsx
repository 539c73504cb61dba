import { useEffect, useRef } from "react";
import { Form, useLocation } from "react-router";
import { needsReason, type StatusQuestion } from "../../../shop/order-management/status-question.ts";
import { statusLabels } from "../../../shop/orders/orders.ts";
import { Field } from "../../ui/forms/field.tsx";
import { HiddenFields } from "../../ui/forms/hidden-fields.tsx";
import { questionSentences, questionTitle } from "../parts/lists/status-words.ts";

/**
 * What happens to the chosen orders, and the button that does it. Above the list, where the focus goes; without scripts
 * too.
 */
export function ConfirmMany({
  question,
}: {
  question: StatusQuestion & { fields: Record<string, string>; ids: string[]; all: boolean };
}) {
  const { search } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus again
  useEffect(() => heading.current?.focus(), [question]);
  const { fields, ids, all, to } = question;
  const { reason = "", ...hidden } = fields;
  const label = questionTitle(question, statusLabels[to]);
  return (
    <section className="notice warn question" aria-labelledby="confirm-many">
      <h2 id="confirm-many" className="h3" ref={heading} tabIndex={-1}>
        {label}
      </h2>
      <ul className="mt-2">
        {questionSentences(question).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <Form method="post" action={`/admin/orders${search}`} className="grid gap-3 mt-3" preventScrollReset>
        <HiddenFields fields={hidden} />
        {all ? (
          <input type="hidden" name="all" value="on" />
        ) : (
          ids.map((id) => <input key={id} type="hidden" name="id" value={id} />)
        )}
        <Field
          label="Reason"
          name="reason"
          optional={!needsReason(question)}
          maxLength={500}
          defaultValue={reason}
          hint="Only staff can read this."
        />
        <div className="flex flex-wrap gap-2">
          <button type="submit" className={to === "cancelled" ? "btn btn-danger" : "btn btn-primary"}>
            {label.replace(/\?$/, "")}
          </button>
          <a className="btn btn-secondary" href={`/admin/orders${search}`}>
            Keep them as they are
          </a>
        </div>
      </Form>
    </section>
  );
}
