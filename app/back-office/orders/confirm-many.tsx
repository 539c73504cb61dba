import { href } from "react-router";
import { needsReason, type StatusQuestion } from "../../../shop/order-management/status-question.ts";
import { statusLabels } from "../../../shop/orders/orders.ts";
import { Field } from "../../ui/forms/field.tsx";
import { type BulkConfirmation, ConfirmBulk } from "../parts/lists/confirm-bulk.tsx";
import { questionSentences, questionTitle } from "../parts/lists/status-words.ts";
import { useApprovalWords } from "../parts/refund-words.ts";

/** What a status would do to the chosen orders. */
export function ConfirmMany({ question }: { question: StatusQuestion & BulkConfirmation }) {
  const { fields, ids, all, to } = question;
  const { reason = "", ...hidden } = fields;
  const approval = useApprovalWords();
  const title = questionTitle(question, statusLabels[to]);
  return (
    <ConfirmBulk
      of={{ fields: hidden, ids, all }}
      action={href("/admin/orders")}
      title={title}
      button={title.replace(/\?$/, "")}
      danger={to === "cancelled"}
      keep="Keep them as they are"
      extra={
        <Field
          label="Reason"
          name="reason"
          optional={!needsReason(question)}
          maxLength={500}
          defaultValue={reason}
          hint="Only staff can read this."
        />
      }
    >
      <ul className="mt-2">
        {questionSentences(question, approval).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </ConfirmBulk>
  );
}
