import { useFetcher } from "react-router";
import { useSaid } from "../../parts/people/use-said.ts";
import type { Toast } from "../../ui/toast.tsx";

/**
 * A value that is changed right in a row, at once with scripts, by a button without. Sends `fields` and the value by
 * its `name` to this screen's action, and says the `toast` of the answer. While it is on its way the new value shows;
 * when it was refused the old one comes back.
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
  const fetcher = useFetcher<{ toast?: Toast }>();
  useSaid(fetcher.state === "idle" ? fetcher.data?.toast : undefined);
  const asked = fetcher.formData?.get(name);
  const shown = typeof asked === "string" ? asked : value;
  return (
    <fetcher.Form method="post" {...(action && { action })} className="inline-select">
      {Object.entries(fields).map(([field, content]) => (
        <input key={field} type="hidden" name={field} value={content} />
      ))}
      <select
        className="input"
        name={name}
        aria-label={label}
        // A refused answer leaves the value as it was: the list must go back to it.
        key={`${value} ${fetcher.state}`}
        defaultValue={shown}
        disabled={disabled}
        aria-busy={fetcher.state !== "idle" || undefined}
        onChange={(event) => void fetcher.submit(event.currentTarget.form)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" className="btn btn-secondary">
          Change
        </button>
      </noscript>
    </fetcher.Form>
  );
}
