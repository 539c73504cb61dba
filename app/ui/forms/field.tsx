import { type ComponentProps, type ReactNode, useId } from "react";
import { useFormField } from "./form-context.ts";

type Shared = {
  label: string;
  hint?: string | undefined;
  /** Without it the error of the form's answer is shown. */
  error?: string | undefined;
  optional?: boolean | undefined;
};

type Control = Pick<ComponentProps<"input">, "name" | "value" | "type" | "autoComplete" | "defaultValue">;

/** Id, ARIA attributes, value and error of a control, from its props and the form's answer. */
function useControl<Value extends Control>(control: Value, { hint, error }: Pick<Shared, "hint" | "error">) {
  const id = useId();
  const answered = useFormField(control.name);
  const wrong = error ?? answered.error;
  const described = wrong ? `${id}-error` : hint ? `${id}-hint` : undefined;
  const { value, type, autoComplete } = control;
  const own =
    answered.typed === undefined ||
    value !== undefined ||
    type === "file" ||
    autoComplete === "one-time-code";
  return {
    frame: { id, hint, error: wrong },
    control: {
      id,
      className: "input",
      "aria-invalid": wrong ? true : undefined,
      "aria-describedby": described,
      ...control,
      ...(!own && { defaultValue: answered.typed }),
    },
  };
}

/** Label, control, and below it the hint, which an error replaces. */
function Frame({ id, label, hint, error, optional, children }: Shared & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="font-normal muted"> (optional)</span>}
      </label>
      {children}
      {error ? (
        <FieldError id={`${id}-error`} error={error} />
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
  const { frame, control } = useControl(input, { hint, error });
  return (
    <Frame label={label} optional={optional} {...frame}>
      <input {...control} />
    </Frame>
  );
}

export function TextArea({ label, hint, error, optional, ...input }: Shared & ComponentProps<"textarea">) {
  const { frame, control } = useControl(input, { hint, error });
  return (
    <Frame label={label} optional={optional} {...frame}>
      <textarea {...control} />
    </Frame>
  );
}

/** An option of a select. */
export type Choice = { value: string; label: string };

/** A native select; its options are `choices`, or children for more complex ones. */
export function Select({
  label,
  hint,
  error,
  choices,
  children,
  ...select
}: Omit<Shared, "optional"> & { choices?: readonly Choice[] } & ComponentProps<"select">) {
  const { frame, control } = useControl(select, { hint, error });
  return (
    <Frame label={label} {...frame}>
      <select {...control}>
        {children}
        {choices && <ChoiceOptions choices={choices} />}
      </select>
    </Frame>
  );
}

/** The options of a select. */
export function ChoiceOptions({ choices }: { choices: readonly Choice[] }) {
  return choices.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

/**
 * Controls with one question, such as radio buttons, and one error. `name`: of the error in the form's answer.
 */
export function FieldGroup({
  name,
  legend,
  className,
  children,
}: {
  name: string;
  legend: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const { error } = useFormField(name);
  return (
    <fieldset name={name} className={className} aria-describedby={error ? `${id}-error` : undefined}>
      {legend}
      {children}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

/** The error of a field; renders nothing without one. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null;
  return (
    <p className="field-error" id={id}>
      {error}
    </p>
  );
}
