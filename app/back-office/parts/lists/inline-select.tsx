import { useState } from "react";
import { useFetcher } from "react-router";
import { useToast } from "../../../parts/use-toast.ts";
import { ChoiceOptions } from "../../../ui/field.tsx";
import type { FormAnswer } from "../../../ui/form-context.ts";

/**
 * A value that is edited in a row. Choosing shows a button that submits it; without scripts the button is always
 * visible. Sends `fields` and the value under `name` to this screen's action, and shows the `toast` of the answer.
 * The new value is shown while the request runs, and reverted when it is refused.
 */
export function InlineSelect({
  label,
  name,
  value,
  options,
  fields,
  action,
  disabled = false,
}: {
  /** "Status of order 7f3a91c2" */
  label: string;
  name: string;
  value: string;
  options: readonly { value: string; label: string }[];
  fields: Record<string, string>;
  action?: string;
  disabled?: boolean;
}) {
  const fetcher = useFetcher<FormAnswer>();
  const [wanted, setWanted] = useState<string | null>(null);
  // At once: after revalidation this row may no longer be in the list.
  useToast(fetcher.data?.toast);
  const asked = fetcher.formData?.get(name);
  const shown = typeof asked === "string" ? asked : (wanted ?? value);
  const chosen = wanted !== null && wanted !== value && typeof asked !== "string";
  return (
    <fetcher.Form
      method="post"
      {...(action && { action })}
      className="inline-select"
      onSubmit={() => setWanted(null)}
    >
      {Object.entries(fields).map(([field, content]) => (
        <input key={field} type="hidden" name={field} value={content} />
      ))}
      <select
        className="input"
        name={name}
        aria-label={label}
        value={shown}
        disabled={disabled}
        aria-busy={fetcher.state !== "idle" || undefined}
        onChange={(event) => setWanted(event.target.value)}
      >
        <ChoiceOptions choices={options} />
      </select>
      {chosen && (
        <>
          <button type="submit" className="btn btn-primary" aria-label={`${label}: set`}>
            Set
          </button>
          <button type="button" className="btn btn-secondary" onClick={() => setWanted(null)}>
            Cancel
          </button>
        </>
      )}
      <noscript>
        <button type="submit" className="btn btn-secondary">
          Change
        </button>
      </noscript>
    </fetcher.Form>
  );
}
