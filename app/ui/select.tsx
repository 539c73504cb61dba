import { CircleAlert } from "lucide-react";
import { type ComponentProps, useId } from "react";

/** Label, native select, error. */
export function Select({
  label,
  error,
  ...select
}: { label: string; error?: string | undefined } & ComponentProps<"select">) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        {...select}
      />
      {error && (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon-small" aria-hidden="true" />
          {error}
        </p>
      )}
    </div>
  );
}
