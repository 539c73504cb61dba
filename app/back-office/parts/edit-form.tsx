import { type ReactNode, useId } from "react";
import { useLocation } from "react-router";
import * as officeMessages from "../../parts/messages/office/office-messages.ts";
import { AnswerForm } from "../../ui/forms/answer-form.tsx";
import { type Choice, Field, FieldError, FieldGroup, Select, TextArea } from "../../ui/forms/field.tsx";
import { type FieldTexts, type FormAnswer, useFormField } from "../../ui/forms/form-context.ts";
import { Notice } from "../../ui/notice.tsx";
import { ToastOnArrival } from "../../ui/toast.tsx";
import { DraftRestored, useFormDraft } from "./form-draft.tsx";
import { AddressField, Picker, SuggestedField } from "./pickers/suggested-fields.tsx";
import { SaveBar, useChangeCount, useUnsaved } from "./save-bar.tsx";

/** One field of a form. Times are in IST, as dates.ts reads and writes them. */
export type EditField = {
  name: string;
  label: string;
  control?: "text" | "number" | "long" | "check" | "select" | "time" | "date" | "picker" | "address";
  hint?: string | undefined;
  /** A text to copy elsewhere, below the field. */
  sample?: string;
  optional?: boolean;
  /** Of a select, of a picker, and the addresses that are suggested. */
  options?: readonly Choice[];
  /** Of a text: the values in use, of which one is meant as a rule. */
  suggestions?: readonly string[];
  /** Of a picker. */
  placeholder?: string;
  keysAre?: string;
  rows?: number;
  disabled?: boolean;
  /** Consecutive fields of one group stand under its name, which also shows an error of the group. */
  group?: string;
  /** Consecutive fields of one row stand side by side where there is room. */
  row?: string;
  /** Of a few characters, as numbers are: the field is no wider than they need. */
  isShort?: boolean;
};

/** What a form shows in the place of fields. In: as `more` below. */
type MoreFields = (shown: FieldTexts, theirs: FieldTexts | undefined, touch: () => void) => ReactNode;

/** Fields that belong together, in a card. `text`: what they are for and where it shows. `more` stands first. */
export type EditCard = {
  id: string;
  title: string;
  text?: ReactNode;
  fields?: readonly EditField[];
  more?: MoreFields | undefined;
};

/** A record as form fields, and the version it was read at; "" for a new one. */
export type EditedRecord = { values: FieldTexts; version: string };

export const newRecord: EditedRecord = { values: {}, version: "" };

/** `theirs`: the version that somebody else has saved meanwhile. */
type EditAnswer = FormAnswer & { theirs?: FieldTexts };

type FieldProps = {
  field: EditField;
  shown: FieldTexts;
  theirs: FieldTexts | undefined;
  /** Tells the form that a picker has changed. */
  touch: () => void;
};

/** One field by its description, with what somebody else has saved meanwhile. */
export function OneField(props: FieldProps) {
  const { sample, control, isShort = control === "number" } = props.field;
  if (sample === undefined && !isShort) return <Control {...props} />;
  return (
    <div className={isShort ? "short-field" : undefined}>
      <Control {...props} />
      {sample !== undefined && <code className="sample block mt-1 text-small wrap-anywhere">{sample}</code>}
    </div>
  );
}

function Control({ field, shown, theirs, touch }: FieldProps) {
  const { name, label, control = "text", options = [], rows = 4, optional, suggestions } = field;
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
    case "address":
      return <AddressField {...shared} choices={options} />;
    case "picker": {
      const { hint, placeholder = "", keysAre = "names" } = field;
      return (
        <Picker
          {...shared}
          hint={hint}
          placeholder={placeholder}
          keysAre={keysAre}
          touch={touch}
          known={options}
          theirs={their}
        />
      );
    }
    default:
      return suggestions ? (
        <SuggestedField {...shared} suggestions={suggestions} />
      ) : (
        <Field {...shared} autoComplete="off" />
      );
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

type Run = Pick<EditField, "group" | "row"> & { members: EditField[] };

/** Consecutive fields of one group or row together, in their order. */
function runsOf(fields: readonly EditField[]): Run[] {
  const runs: Run[] = [];
  for (const field of fields) {
    const { group, row } = field;
    const last = runs.at(-1);
    if (last && last.group === group && last.row === row) last.members.push(field);
    else runs.push({ ...(group && { group }), ...(row && { row }), members: [field] });
  }
  return runs;
}

function Fields({ fields, ...form }: Omit<FieldProps, "field"> & { fields: readonly EditField[] }) {
  return runsOf(fields).map(({ group, row, members }) => {
    const controls = members.map((field) => <OneField key={field.name} field={field} {...form} />);
    if (group !== undefined)
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
    if (row === undefined) return controls;
    return (
      <div key={row} className="field-pair">
        {controls}
      </div>
    );
  });
}

/** One card: its title, what it is for, and its fields. */
function Card({ card, ...form }: { card: EditCard } & Omit<FieldProps, "field">) {
  const { id, title, text, fields = [], more } = card;
  return (
    <section id={id} className="panel edit-card" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {text && <p className="muted">{text}</p>}
      <div className="edit-fields grid gap-5 mt-4">
        {more?.(form.shown, form.theirs, form.touch)}
        <Fields fields={fields} {...form} />
      </div>
    </section>
  );
}

/** Links to the cards, beside them on wide screens. */
function CardLinks({ cards }: { cards: readonly EditCard[] }) {
  return (
    <nav className="card-links" aria-label="On this page">
      {cards.map(({ id, title }) => (
        <a key={id} href={`#${id}`} className="link">
          {title}
        </a>
      ))}
    </nav>
  );
}

type Props = {
  /** Those that stand in one card without a title. */
  fields?: readonly EditField[];
  cards?: readonly EditCard[];
  /**
   * Beside the cards on wide screens, else below them. Without it: links to the cards, if there are several; false for
   * nothing.
   */
  aside?: ReactNode;
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
  more?: MoreFields;
  /** "multipart/form-data" for a form with files. */
  encType?: "multipart/form-data" | undefined;
};

/** A form with a save bar. Keeps typed values and shows errors and conflicts. Another record gets a new form. */
export function EditForm(props: Props) {
  const { pathname, search } = useLocation();
  return <OpenForm key={`${pathname}${search} ${props.record.version}`} {...props} />;
}

function OpenForm(props: Props) {
  const { fields = [], cards = [], aside, record, answer, button, cancelTo, label, children, more } = props;
  const { dirty, watch, touch } = useUnsaved();
  const { form, keep, restored, discard } = useFormDraft();
  const typed = restored ? Object.fromEntries(restored) : answer?.typed;
  const { changes, count } = useChangeCount(form, typed && record.values);
  const shown = typed ?? record.values;
  const theirs = answer?.theirs;
  const wrong = Object.keys(answer?.errors ?? {}).length > 0;
  return (
    <AnswerForm
      className="grid gap-5"
      aria-label={label}
      answer={answer}
      {...(props.encType && { encType: props.encType })}
      ref={form}
      onInput={() => {
        keep();
        count();
      }}
      onSubmit={keep}
      {...watch}
    >
      {restored && <DraftRestored discard={discard} />}
      <ToastOnArrival toast={answer?.toast ?? null} />
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
      <div className="grid gap-5" key={restored ? "restored" : "saved"}>
        {(fields.length > 0 || more) && (
          <div className="panel edit-card">
            <div className="edit-fields grid gap-5">
              <Fields fields={fields} shown={shown} theirs={theirs} touch={touch} />
              {more?.(shown, theirs, touch)}
            </div>
          </div>
        )}
        {cards.length > 0 && (
          <div className="edit-cards">
            <div className="grid gap-4">
              {cards.map((card) => (
                <Card key={card.id} card={card} shown={shown} theirs={theirs} touch={touch} />
              ))}
            </div>
            {aside ?? (cards.length > 1 && <CardLinks cards={cards} />)}
          </div>
        )}
      </div>
      {children}
      <SaveBar
        dirty={(dirty || typed !== undefined) && changes !== 0}
        changes={changes}
        button={button}
        cancelTo={cancelTo}
      />
    </AnswerForm>
  );
}
