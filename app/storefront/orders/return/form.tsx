import { useState } from "react";
import { useNavigation } from "react-router";
import { reasonLabels, returnReasons } from "../../../../shop/orders/remarks/return-reasons.ts";
import type { ReturnableLine } from "../../../../shop/returns/return-page.server.ts";
import { maxDetailsLength, maxPhotos } from "../../../../shop/returns/returns.ts";
import { messageWords } from "../../../parts/messages/message-words.ts";
import { returnTooManyPhotos } from "../../../parts/messages/return-messages.ts";
import { returnPath } from "../../../parts/orders/order-links.ts";
import { PhotoField, usePhotoCheck } from "../../../parts/photos/photo-field.tsx";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { ChoiceOptions, FieldGroup, Select, TextArea } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { ReturnLineFields } from "./line.tsx";

/**
 * Items, reason, and refund or exchange. Works without scripts; with them photo sizes are checked before the upload.
 */
export function ReturnForm({
  orderId,
  lines,
  formKey,
  answer,
}: {
  orderId: string;
  lines: ReturnableLine[];
  formKey: string;
  answer: FormAnswer | undefined;
}) {
  // The first render's key: a live update must not reset the form.
  const [key] = useState(formKey);
  const { error, check } = usePhotoCheck(maxPhotos, messageWords(returnTooManyPhotos));
  const busy = useNavigation().formAction === returnPath(orderId);

  return (
    <AnswerForm
      answer={answer}
      className="stack return-form mt-6"
      action={returnPath(orderId)}
      encType="multipart/form-data"
      onSubmit={check}
    >
      <input type="hidden" name="key" value={key} />
      <FieldGroup name="kind" legend={<legend className="mb-1 font-medium">What would you like?</legend>}>
        {(["return", "exchange"] as const).map((kind) => (
          <label key={kind} className="check">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={(answer?.typed?.kind ?? "return") === kind}
              required
            />
            {kind === "return" ? "Refund" : "Exchange"}
          </label>
        ))}
      </FieldGroup>
      <FieldGroup
        name="lines"
        legend={<legend className="mb-1 font-medium">What would you like to return?</legend>}
      >
        <ul className="lines rows border-t border-line">
          {lines.map((line) => (
            <ReturnLineFields key={line.id} line={line} only={lines.length === 1} />
          ))}
        </ul>
      </FieldGroup>
      <Select label="Why?" name="reason" required defaultValue="">
        <option value="">Please choose</option>
        <ChoiceOptions choices={returnReasons.map((value) => ({ value, label: reasonLabels[value] }))} />
      </Select>
      <TextArea label="Tell us more" optional name="details" rows={4} maxLength={maxDetailsLength} />
      <PhotoField
        hint={`Up to ${maxPhotos}, 8 MB each. Only you and our staff see them.`}
        error={error}
        answered={answer !== undefined}
      />
      <button className="btn btn-primary" type="submit" disabled={busy} aria-busy={busy}>
        {busy ? "Sending..." : "Send Request"}
      </button>
    </AnswerForm>
  );
}
