import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { useToast } from "../../parts/use-toast.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { type Choice, Field, FieldError, FieldGroup, Select, TextArea } from "../../ui/forms/field.tsx";
import { type FieldTexts, type FormAnswer, useFormField } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { DraftRestored, useFormDraft } from "./form-draft.tsx";
import { SaveBar, useUnsaved } from "./save-bar.tsx";

/** One field of a form. Times are in IST, as dates.ts reads and writes them. */
export type EditField = {
  name: string;
  label: string;
  control?: "text" | "number" | "long" | "check" | "select" | "time" | "date";
  hint?: string | undefined;
  /** A text to copy elsewhere, below the field. */
  sample?: string;
  optional?: boolean;
  options?: readonly Choice[];
  rows?: number;
  disabled?: boolean;
  /** Consecutive fields of one group stand under its name, which also shows an error of the group. */
  group?: string;
};

/** A record as form fields, and the version it was read at; "" for a new one. */
export type EditedRecord = { values: FieldTexts; version: string };

/** `theirs`: the version that somebody else has saved meanwhile. */
type EditAnswer = FormAnswer & { theirs?: FieldTexts };

type FieldProps = { field: EditField; shown: FieldTexts; theirs: FieldTexts | undefined };

/** One field by its description, with what somebody else has saved meanwhile. */
export function OneField(props: FieldProps) {
  const { sample } = props.field;
  if (sample === undefined) return <Control {...props} />;
  return (
    <div>
      <Control {...props} />
      <code className="sample block mt-1 text-small wrap-anywhere">{sample}</code>
    </div>
  );
}

function Control({ field, shown, theirs }: FieldProps) {
  const { name, label, control = "text", options = [], rows = 4, optional } = field;
  const value = shown[name] ?? "";
  const their = theirs?.[name];
  const differs = their !== undefined && their !== value;
  const said = options.find((one) => one.value === their)?.label ?? their;
  const hint = differs ? `Saved meanwhile: ${their === "" ? "nothing" : said}` : field.hint;
  const shared = { label, name, hint, optional, defaultValue: value };
  switch (control) {
    case "check":
      return <Check field={field} isOn={value !== ""} differs={differs} />;
    case "select":
      return <Select label={label} name={name} hint={hint} defaultValue={value} choices={options} />;
    case "long":
      return <TextArea {...shared} rows={rows} />;
    case "time":
      return <Field {...shared} type="datetime-local" />;
    case "date":
      return <Field {...shared} type="date" />;
    case "number":
      return <Field {...shared} inputMode="decimal" autoComplete="off" />;
    default:
      return <Field {...shared} autoComplete="off" />;
  }
}

function Check({ field, isOn, differs }: { field: EditField; isOn: boolean; differs: boolean }) {
  const { name, label, hint, disabled } = field;
  const id = useId();
  const { error } = useFormField(name);
  return (
    <div>
      <label className="check">
        <input
          type="checkbox"
          name={name}
          defaultChecked={isOn}
          disabled={disabled}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        <span>
          {differs ? `${label} (changed by somebody else meanwhile)` : label}
          {hint && <small className="block muted">{hint}</small>}
        </span>
      </label>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

/** Consecutive fields of one group together, in their order. */
function groupsOf(fields: readonly EditField[]): { group: string | undefined; members: EditField[] }[] {
  const groups: { group: string | undefined; members: EditField[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last && last.group === field.group) last.members.push(field);
    else groups.push({ group: field.group, members: [field] });
  }
  return groups;
}

type Props = {
  fields: readonly EditField[];
  record: EditedRecord;
  answer: EditAnswer | undefined;
  button: string;
  cancelTo: string;
  label: string;
  /** Rendered inside the form, below the fields. */
  children?: ReactNode;
  /**
   * The same for further fields. In: their values, what somebody else has saved meanwhile, and what to call after a
   * change that is no typing.
   */
  more?: (shown: FieldTexts, theirs: FieldTexts | undefined, touch: () => void) => ReactNode;
  /** "multipart/form-data" for a form with files. */
  encType?: "multipart/form-data" | undefined;
};

/** A form with a save bar. Keeps typed values and shows errors and conflicts. Another record gets a new form. */
export function EditForm(props: Props) {
  const { pathname, search } = useLocation();
  return <OpenForm key={`${pathname}${search} ${props.record.version}`} {...props} />;
}

function OpenForm({ fields, record, answer, button, cancelTo, label, children, more, encType }: Props) {
  const { dirty, watch, touch } = useUnsaved();
  const { form, keep, restored, discard } = useFormDraft();
  useToast(answer?.toast);
  const typed = restored ? Object.fromEntries(restored) : answer?.typed;
  const shown = typed ?? record.values;
  const theirs = answer?.theirs;
  const wrong = Object.keys(answer?.errors ?? {}).length > 0;
  return (
    <AnswerForm
      className="grid gap-5"
      aria-label={label}
      answer={answer}
      {...(encType && { encType })}
      ref={form}
      onInput={keep}
      onSubmit={keep}
      {...watch}
    >
      {restored && <DraftRestored discard={discard} />}
      <input type="hidden" name="version" value={shown.version ?? record.version} />
      {theirs && (
        <Notice
          tone="warn"
          title={officeMessages.changedMeanwhile.title}
          text={officeMessages.changedMeanwhile.text}
        />
      )}
      {wrong && (
        <Notice tone="wrong" title={officeMessages.formWrong.title} text={officeMessages.formWrong.text} />
      )}
      <div className="edit-fields grid gap-5" key={restored ? "restored" : "saved"}>
        {groupsOf(fields).map(({ group, members }) => {
          const controls = members.map((field) => (
            <OneField key={field.name} field={field} shown={shown} theirs={theirs} />
          ));
          if (group === undefined) return controls;
          return (
            <FieldGroup
              key={group}
              name={group}
              className="grid gap-2"
              legend={<legend className="font-medium">{group}</legend>}
            >
              {controls}
            </FieldGroup>
          );
        })}
        {more?.(shown, theirs, touch)}
      </div>
      {children}
      <SaveBar dirty={dirty || typed !== undefined} button={button} cancelTo={cancelTo} />
    </AnswerForm>
  );
}
