import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { useToast } from "../../../parts/use-toast.ts";
import { type Choice, ChoiceOptions } from "../../../ui/forms/field.tsx";
import type { FormAnswer } from "../../../ui/forms/form-context.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";

/** Submits the chosen value, with further fields. */
export type SendChosen = (more?: Record<string, string>) => void;

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
  setLabel = () => `${label}: set`,
  ask,
}: {
  /** "Status of order 7f3a91c2" */
  label: string;
  name: string;
  value: string;
  options: readonly Choice[];
  fields: Record<string, string>;
  action: string;
  /** Accessible name of the button that submits. */
  setLabel?: (wanted: string) => string;
  /** Called instead of submitting when a dialog must come first. */
  ask?: (wanted: string, send: SendChosen) => void;
}) {
  const fetcher = useFetcher<FormAnswer>();
  const [wanted, setWanted] = useState<string | null>(null);
  // At once: after revalidation this row may no longer be in the list.
  useToast(fetcher.data?.toast);
  const asked = fetcher.formData?.get(name);
  const shown = typeof asked === "string" ? asked : (wanted ?? value);
  const chosen = wanted !== null && wanted !== value && typeof asked !== "string" ? wanted : null;
  const select = useRef<HTMLSelectElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of interest once, at the first render in the browser
  useEffect(() => {
    // Chosen before the scripts had come, or restored by the browser: no event told of it.
    if (select.current && select.current.value !== value) setWanted(select.current.value);
  }, []);
  const wasChosen = useRef(false);
  useEffect(() => {
    // "Set" and "Cancel" leave the page; the focus that was on them stays in the row.
    if (wasChosen.current && chosen === null && document.activeElement === document.body)
      select.current?.focus({ preventScroll: true });
    wasChosen.current = chosen !== null;
  }, [chosen]);
  return (
    <fetcher.Form
      method="post"
      action={action}
      className="inline-select flex flex-wrap gap-2"
      onSubmit={(event) => {
        if (!ask) return setWanted(null);
        event.preventDefault();
        if (chosen === null) return;
        ask(chosen, (more) => {
          setWanted(null);
          void fetcher.submit({ ...fields, [name]: chosen, ...more }, { method: "post", action });
        });
      }}
    >
      <HiddenFields fields={fields} />
      <select
        ref={select}
        className="input"
        name={name}
        aria-label={label}
        value={shown}
        aria-busy={fetcher.state !== "idle" || undefined}
        onChange={(event) => setWanted(event.target.value)}
      >
        <ChoiceOptions choices={options} />
      </select>
      {chosen !== null && (
        <span className="inline-set flex gap-1">
          <button type="submit" className="btn btn-primary grow" aria-label={setLabel(chosen)}>
            Set
          </button>
          <button type="button" className="btn btn-secondary grow" onClick={() => setWanted(null)}>
            Cancel
          </button>
        </span>
      )}
      <noscript>
        <button type="submit" className="btn btn-secondary">
          Change
        </button>
      </noscript>
    </fetcher.Form>
  );
}
