import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

type Shared = {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  optional?: boolean | undefined;
};

function useDescription({ hint, error }: Pick<Shared, "hint" | "error">) {
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return { id, aria: { "aria-invalid": error ? true : undefined, "aria-describedby": described } };
}

/** Label, control, and below it the hint, which an error replaces. */
function Frame({ id, label, hint, error, optional, children }: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="optional"> (optional)</span>}
      </label>
      {children}
      {error ? (
        <p className="field-error" id={`${id}-error`}>
          <CircleAlert className="icon-small" aria-hidden="true" />
          {error}
        </p>
      ) : (
        hint && (
          <p className="hint" id={`${id}-hint`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}

export function Field({ label, hint, error, optional, ...input }: Shared & ComponentProps<"input">) {
  const { id, aria } = useDescription({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error} optional={optional}>
      <input id={id} className="input" {...aria} {...input} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, optional, ...input }: Shared & ComponentProps<"textarea">) {
  const { id, aria } = useDescription({ hint, error });
  return (
    <Frame id={id} label={label} hint={hint} error={error} optional={optional}>
      <textarea id={id} className="input" {...aria} {...input} />
    </Frame>
  );
}
