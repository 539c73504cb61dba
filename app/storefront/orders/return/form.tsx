import { type FormEvent, useState } from "react";
import { useNavigation } from "react-router";
import { reasonLabels, returnReasons } from "../../../../shop/orders/remarks/return-reasons.ts";
import type { ReturnableLine } from "../../../../shop/returns/return-page.server.ts";
import { maxDetailsLength, maxPhotos } from "../../../../shop/returns/returns.ts";
import { messages } from "../../../parts/messages/messages.ts";
import { returnPath } from "../../../parts/orders/order-links.ts";
import { AnswerForm } from "../../../ui/forms/answer-form.tsx";
import { ChoiceOptions, Field, FieldGroup, Select, TextArea } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { ReturnLineFields } from "./line.tsx";

const maxBytes = 8 * 1024 * 1024;

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
  const [photoError, setPhotoError] = useState<string>();
  const busy = useNavigation().formAction === returnPath(orderId);

  function measure(event: FormEvent<HTMLFormElement>) {
    const control = event.currentTarget.elements.namedItem("photos");
    if (!(control instanceof HTMLInputElement)) return;
    const files = [...(control.files ?? [])];
    const message =
      files.length > maxPhotos
        ? messages.returnTooManyPhotos
        : files.some(({ size }) => size > maxBytes)
          ? messages.photoTooBig
          : undefined;
    setPhotoError(message && `${message.title}. ${message.text}`);
    if (!message) return;
    event.preventDefault();
    control.focus();
  }

  return (
    <AnswerForm
      answer={answer}
      className="stack return-form"
      action={returnPath(orderId)}
      encType="multipart/form-data"
      onSubmit={measure}
    >
      <input type="hidden" name="key" value={key} />
      <FieldGroup name="kind" legend={<legend>What would you like?</legend>}>
        {(["return", "exchange"] as const).map((kind) => (
          <label key={kind} className="check">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={(answer?.typed?.kind ?? "return") === kind}
              required
            />
            {kind === "return" ? "My money back" : "Another size or colour"}
          </label>
        ))}
      </FieldGroup>
      <FieldGroup name="lines" legend={<legend>What would you like to return?</legend>}>
        <ul className="lines return-lines">
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
      <Field
        label="Photos"
        optional
        name="photos"
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        error={photoError}
        hint={`Up to ${maxPhotos}, 8 MB each. Only you and our staff see them.`}
      />
      {answer && (
        <noscript>
          <p className="hint">If you had added photos, please add them again.</p>
        </noscript>
      )}
      <button className="btn btn-primary" type="submit" disabled={busy} aria-busy={busy}>
        {busy ? "Sending..." : "Send Request"}
      </button>
    </AnswerForm>
  );
}
