import { type FormEvent, useEffect, useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { ReturnableLine } from "../../../../shop/returns/return-page.server.ts";
import {
  maxDetailsLength,
  maxPhotos,
  reasonLabels,
  returnReasons,
} from "../../../../shop/returns/returns.ts";
import { messages } from "../../../parts/messages/messages.ts";
import { returnPath } from "../../../parts/orders/order-links.ts";
import { Field, TextArea } from "../../../ui/field.tsx";
import { FieldError } from "../../../ui/field-error.tsx";
import { Select } from "../../../ui/select.tsx";
import type { ReturnFormErrors } from "./form-errors.ts";
import { ReturnLineFields } from "./line.tsx";

const maxBytes = 8 * 1024 * 1024;

/**
 * Items, reason, and refund or exchange. Works without scripts; with them photo sizes are checked before the upload.
 */
export function ReturnForm({
  orderId,
  lines,
  formKey,
  formErrors,
}: {
  orderId: string;
  lines: ReturnableLine[];
  formKey: string;
  formErrors: ReturnFormErrors | undefined;
}) {
  // The first render's key: a live update must not reset the form.
  const [key] = useState(formKey);
  const form = useRef<HTMLFormElement>(null);
  const [photoError, setPhotoError] = useState<string>();
  const busy = useNavigation().formAction === returnPath(orderId);
  const errors = formErrors?.errors ?? {};
  const typed = formErrors?.typed ?? {};
  useEffect(() => {
    if (formErrors) focusFirst(form.current, formErrors.errors);
  }, [formErrors]);

  function measure(event: FormEvent<HTMLFormElement>) {
    const files = new FormData(event.currentTarget).getAll("photos").filter((one) => one instanceof File);
    const message =
      files.length > maxPhotos
        ? messages.returnTooManyPhotos
        : files.some(({ size }) => size > maxBytes)
          ? messages.photoTooBig
          : undefined;
    setPhotoError(message && `${message.title}. ${message.text}`);
    if (!message) return;
    event.preventDefault();
    focusFirst(event.currentTarget, { photos: message.title });
  }

  return (
    <Form
      ref={form}
      className="stack return-form"
      method="post"
      action={returnPath(orderId)}
      encType="multipart/form-data"
      noValidate
      onSubmit={measure}
    >
      <input type="hidden" name="key" value={key} />
      <fieldset aria-describedby={errors.kind ? "kind-error" : undefined}>
        <legend>What would you like?</legend>
        {(["return", "exchange"] as const).map((kind) => (
          <label key={kind} className="check">
            <input
              type="radio"
              name="kind"
              value={kind}
              defaultChecked={(typed.kind ?? "return") === kind}
              required
            />
            {kind === "return" ? "My money back" : "Another size or colour"}
          </label>
        ))}
        <FieldError id="kind-error" error={errors.kind} />
      </fieldset>
      <fieldset aria-describedby={errors.lines ? "lines-error" : undefined}>
        <legend>What would you like to return?</legend>
        <ul className="lines return-lines">
          {lines.map((line) => (
            <ReturnLineFields
              key={line.id}
              line={line}
              only={lines.length === 1}
              typed={typed}
              errors={errors}
            />
          ))}
        </ul>
        <FieldError id="lines-error" error={errors.lines} />
      </fieldset>
      <Select label="Why?" name="reason" required defaultValue={typed.reason ?? ""} error={errors.reason}>
        <option value="">Please choose</option>
        {returnReasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonLabels[reason]}
          </option>
        ))}
      </Select>
      <TextArea
        label="Tell us more"
        optional
        name="details"
        rows={4}
        maxLength={maxDetailsLength}
        defaultValue={typed.details ?? ""}
        error={errors.details}
      />
      <Field
        label="Photos"
        optional
        name="photos"
        type="file"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        error={photoError ?? errors.photos}
        hint={`Up to ${maxPhotos}, 8 MB each. Only you and our staff see them.`}
      />
      {formErrors && (
        <noscript>
          <p className="hint">If you had added photos, please add them again.</p>
        </noscript>
      )}
      <button className="btn btn-primary" type="submit" disabled={busy} aria-busy={busy}>
        {busy ? "Sending..." : "Send Request"}
      </button>
    </Form>
  );
}

/** The first invalid field in document order; an error of the lines leads to the first line. */
function focusFirst(form: HTMLFormElement | null, errors: ReturnFormErrors["errors"]) {
  for (const control of form?.elements ?? []) {
    const name = control.getAttribute("name");
    if (!(control instanceof HTMLElement) || !name) continue;
    if (errors[name] || (errors.lines && name.startsWith("quantity-"))) return control.focus();
  }
}
