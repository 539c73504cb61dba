import type { ReactNode } from "react";
import { Form } from "react-router";
import { messages } from "../../parts/messages/messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { Field, TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Select } from "../../ui/select.tsx";
import type { Toast } from "../../ui/toast.tsx";
import { DraftRestored, useFormDraft } from "./form-draft.tsx";
import { SaveBar, useUnsaved } from "./save-bar.tsx";

/** One field of a form. Times are in IST, as dates.ts reads and writes them. */
export type EditField = {
  name: string;
  label: string;
  control?: "text" | "number" | "long" | "check" | "select" | "time";
  hint?: string | undefined;
  optional?: boolean;
  options?: readonly { value: string; label: string }[];
  rows?: number;
};

/** State of a form: values, the version they were read at, errors, and what somebody else saved meanwhile. */
export type Edit = {
  values: Record<string, string>;
  version: string;
  errors?: Record<string, string>;
  theirs?: Record<string, string>;
};

export function EditFields({ fields, edit }: { fields: readonly EditField[]; edit: Edit }) {
  return (
    <div className="edit-fields">
      {fields.map((field) => (
        <OneField key={field.name} field={field} edit={edit} />
      ))}
    </div>
  );
}

function OneField({ field, edit }: { field: EditField; edit: Edit }) {
  const { name, label, control = "text", options = [], rows = 4, optional } = field;
  const value = edit.values[name] ?? "";
  const their = edit.theirs?.[name];
  const differs = their !== undefined && their !== value;
  const hint = differs ? `Saved meanwhile: ${their === "" ? "nothing" : their}` : field.hint;
  const shared = { label, name, hint, error: edit.errors?.[name], optional, defaultValue: value };
  switch (control) {
    case "check":
      return (
        <label className="check">
          <input type="checkbox" name={name} defaultChecked={value !== ""} />
          <span>{differs ? `${label} (changed by somebody else meanwhile)` : label}</span>
        </label>
      );
    case "select":
      return (
        <Select label={label} name={name} defaultValue={value} error={edit.errors?.[name]}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      );
    case "long":
      return <TextArea {...shared} rows={rows} />;
    case "time":
      return <Field {...shared} type="datetime-local" />;
    case "number":
      return <Field {...shared} inputMode="decimal" autoComplete="off" />;
    default:
      return <Field {...shared} autoComplete="off" />;
  }
}

/** A form with a save bar. Keeps typed values and shows errors and conflicts. */
export function EditForm({
  fields,
  edit,
  button,
  cancelTo,
  toast,
  label,
  children,
}: {
  fields: readonly EditField[];
  edit: Edit;
  button: string;
  cancelTo: string;
  toast?: Toast | undefined;
  label: string;
  /** Rendered inside the form, below the fields. */
  children?: ReactNode;
}) {
  const { dirty, watch } = useUnsaved();
  const { form, keep, restored, discard } = useFormDraft();
  useToast(toast);
  const shown = restored ? restoredEdit(edit, restored) : edit;
  return (
    <Form
      method="post"
      className="edit-form"
      aria-label={label}
      noValidate
      ref={form}
      onInput={keep}
      onSubmit={keep}
      {...watch}
    >
      {restored && <DraftRestored discard={discard} />}
      <input type="hidden" name="version" value={shown.version} />
      {edit.theirs && (
        <Notice tone="warn" title={messages.changedMeanwhile.title} text={messages.changedMeanwhile.text} />
      )}
      {!edit.theirs && edit.errors && (
        <Notice tone="wrong" title={messages.formWrong.title} text={messages.formWrong.text} />
      )}
      <EditFields key={restored ? "restored" : "saved"} fields={fields} edit={shown} />
      {children}
      <SaveBar dirty={dirty || restored !== null} button={button} cancelTo={cancelTo} />
    </Form>
  );
}

/** The form from a draft: the typed values and the version they are based on. */
function restoredEdit(edit: Edit, typed: ReadonlyMap<string, string>): Edit {
  const { version, ...values } = Object.fromEntries(typed);
  return { ...edit, values, version: version ?? edit.version };
}
