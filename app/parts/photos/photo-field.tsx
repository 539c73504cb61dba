import { type FormEvent, useState } from "react";
import { FileField } from "../../ui/forms/file-field.tsx";
import { focusInView } from "../../ui/forms/focus-in-view.ts";
import { messageWords } from "../messages/message-words.ts";
import { photoTooBig } from "../messages/return-messages.ts";

const maxBytes = 8 * 1024 * 1024;

/**
 * Checks photos before they are uploaded. In: the maximum number per form, and the error text for more. Out: the error,
 * and the form's submit handler.
 */
export function usePhotoCheck(most: number, tooMany: string) {
  const [error, setError] = useState<string>();
  function check(event: FormEvent<HTMLFormElement>) {
    const control = event.currentTarget.elements.namedItem("photos");
    if (!(control instanceof HTMLInputElement)) return;
    const files = [...(control.files ?? [])];
    const wrong =
      files.length > most
        ? tooMany
        : files.some(({ size }) => size > maxBytes)
          ? messageWords(photoTooBig)
          : undefined;
    setError(wrong);
    if (!wrong) return;
    event.preventDefault();
    focusInView(control);
  }
  return { error, check };
}

/**
 * Photos to upload, as `photos`. `answered`: the form was returned with errors, and a browser without scripts has
 * dropped the files.
 */
export function PhotoField({
  hint,
  error,
  answered,
}: {
  hint: string;
  error: string | undefined;
  answered: boolean;
}) {
  return (
    <>
      <FileField
        label="Photos"
        optional
        name="photos"
        multiple
        accept="image/jpeg,image/png,image/webp,image/avif"
        error={error}
        hint={hint}
      />
      {answered && (
        <noscript>
          <p className="hint">If you had added photos, please add them again.</p>
        </noscript>
      )}
    </>
  );
}
