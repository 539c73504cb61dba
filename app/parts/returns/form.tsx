import { type ReactNode, useState } from "react";
import { useNavigation } from "react-router";
import { reasonLabels, returnReasons } from "../../../shop/orders/remarks/return-reasons.ts";
import type { ReturnableLine } from "../../../shop/returns/return-page.server.ts";
import { maxDetailsLength, maxPhotos } from "../../../shop/returns/returns.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { ChoiceOptions, FieldGroup, Select, TextArea } from "../../ui/forms/field.tsx";
import type { FormAnswer } from "../../ui/forms/form-context.ts";
import { messageWords } from "../messages/message-words.ts";
import { returnTooManyPhotos } from "../messages/return-messages.ts";
import { PhotoField, usePhotoCheck } from "../photos/photo-field.tsx";
import { ReturnLineFields } from "./line.tsx";
import type { ReturnWords } from "./words.ts";

/**
 * Items, reason, and refund or exchange, for customers and staff. Works without scripts; with them photo sizes are checked
 * before the upload.
 */
export function ReturnForm({
  path,
  lines,
  formKey,
  answer,
  words,
  children,
}: {
  /** Where the form is sent to: its own page. */
  path: string;
  lines: ReturnableLine[];
  formKey: string;
  answer: FormAnswer | undefined;
  words: ReturnWords;
  /** More fields, before the photos. */
  children?: ReactNode;
}) {
  // The first render's key: a live update must not reset the form.
  const [key] = useState(formKey);
  const { error, check } = usePhotoCheck(maxPhotos, messageWords(returnTooManyPhotos));
  const busy = useNavigation().formAction === path;

  return (
    <AnswerForm
      answer={answer}
      className="stack return-form mt-6"
      action={path}
      encType="multipart/form-data"
      onSubmit={check}
    >
      <input type="hidden" name="key" value={key} />
      <FieldGroup name="kind" legend={<legend className="mb-1 font-medium">{words.kind}</legend>}>
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
      <FieldGroup name="lines" legend={<legend className="mb-1 font-medium">{words.lines}</legend>}>
        <ul className="lines border-t border-line">
          {lines.map((line) => (
            <ReturnLineFields key={line.id} line={line} only={lines.length === 1} words={words} />
          ))}
        </ul>
      </FieldGroup>
      <Select label="Why?" name="reason" required defaultValue="">
        <option value="">Please choose</option>
        <ChoiceOptions choices={returnReasons.map((value) => ({ value, label: reasonLabels[value] }))} />
      </Select>
      <TextArea
        label={words.details}
        hint={words.detailsHint}
        optional
        name="details"
        rows={4}
        maxLength={maxDetailsLength}
      />
      {children}
      <PhotoField
        hint={`Up to ${maxPhotos}, 8 MB each. ${words.photos}`}
        error={error}
        answered={answer !== undefined}
      />
      <button className="btn btn-primary" type="submit" aria-disabled={busy} aria-busy={busy}>
        {busy ? "Sending..." : words.button}
      </button>
    </AnswerForm>
  );
}
