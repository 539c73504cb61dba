import { X } from "lucide";
import { type ChangeEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { grouped } from "../../../shop/money.ts";
import {
  mostConditions,
  operators,
  type RuleField,
  type RuleSubject,
  ruleInWords,
  type TypedCondition,
  typedRule,
} from "../../../shop/rules/rules.ts";
import { FieldError, FieldGroup, Select } from "../../ui/forms/field.tsx";
import { type FieldTexts, type FormAnswer, useFormField } from "../../ui/forms/form-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { Picker } from "./pickers/suggested-fields.tsx";
import { useLatestLoad } from "./use-latest-load.ts";

/** How many of a subject's objects fit a rule, of how many. */
type RuleMatches = { matched: number; all: number };

/** A row's key changes with its field, so that its other controls begin anew. */
type Row = TypedCondition & { key: string };

type Props = {
  subject: RuleSubject;
  /** The fields of the form that it is in, as `typedRule` reads them. */
  shown: FieldTexts;
  /** What somebody else has saved meanwhile. */
  theirs?: FieldTexts | undefined;
  /** The matches of the rule as shown; null when it is incomplete, undefined when it was not counted. */
  matches: RuleMatches | null | undefined;
  /** An address that answers a query with the rule's fields by `{ matches }`, and one with `q` by `{ choices }`. */
  countAt: string;
  /** Tells the form that a picker has changed. */
  touch: () => void;
};

/** The matches to show: those of the answer. Those of the rule as it is saved say nothing about one that was refused. */
export function matchesToShow(
  answer: (FormAnswer & { matches?: RuleMatches | null }) | undefined,
  saved: RuleMatches | undefined,
): RuleMatches | null | undefined {
  return answer ? answer.matches : saved;
}

const countDelayMs = 300;

/**
 * The rule of a form: rows of conditions, the last one empty for another. The form's action answers the intent
 * "preview" and a field "remove" (the number of a row) with what was typed: the buttons work without scripts. With
 * scripts rows change in the page, and the matches are counted while one types.
 */
export function RuleEditor({ subject, shown, theirs, matches, countAt, touch }: Props) {
  const [{ match, rows: typed }] = useState(() => typedRule(new Map(Object.entries(shown))));
  const [rows, setRows] = useState<Row[]>(() => typed.map((row) => ({ ...row, key: String(row.at) })));
  const box = useRef<HTMLDivElement>(null);
  const counted = useCounted(box, countAt);
  const places = rows.map(({ key }) => key).join(" ");
  const firstPlaces = useRef(places);
  useEffect(() => {
    if (places !== firstPlaces.current) counted.later();
    firstPlaces.current = places;
  }, [places, counted]);
  const next = Math.max(-1, ...rows.map(({ at }) => at)) + 1;
  const change = (at: number, field: string) => {
    const fresh = { at, field, operator: "", value: "", chosen: [], key: `${at} ${field}` };
    const others = rows.filter((row) => row.at !== at);
    setRows([...others, ...(field === "" ? [] : [fresh])].toSorted((one, other) => one.at - other.at));
  };
  return (
    <div ref={box} className="rule-editor" onChange={counted.later} onInput={counted.later}>
      {/* Enter submits the first button of a form, so the first one saves. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <Theirs subject={subject} theirs={theirs} typed={{ match, rows: typed }} />
      <FieldGroup name="rule" className="grid gap-3" legend={<legend>Rule</legend>}>
        <Select
          label={`A ${subject.one} must fit`}
          name="rule.match"
          defaultValue={match}
          choices={[
            { value: "all", label: "all conditions" },
            { value: "any", label: "any of the conditions" },
          ]}
        />
        {rows.map((row, place) => (
          <Condition
            key={row.key}
            subject={subject}
            row={row}
            place={place}
            change={change}
            countAt={countAt}
            touch={touch}
          />
        ))}
        {rows.length < mostConditions && (
          <Condition
            key={`new ${next}`}
            subject={subject}
            change={change}
            countAt={countAt}
            touch={touch}
            row={blank(next)}
            place={rows.length}
          />
        )}
      </FieldGroup>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status">
          <Matches subject={subject} matches={counted.matches === undefined ? matches : counted.matches} />
        </p>
        <button
          type="submit"
          name="intent"
          value="preview"
          className="btn btn-secondary"
          onClick={(event) => {
            event.preventDefault();
            counted.now();
          }}
        >
          Count matches
        </button>
      </div>
    </div>
  );
}

const blank = (at: number): Row => ({
  at,
  field: "",
  operator: "",
  value: "",
  chosen: [],
  key: `new ${at}`,
});

/** Counts the matches of the form that the box is in. */
function useCounted(box: { current: HTMLElement | null }, countAt: string) {
  const { data, ask } = useLatestLoad<{ matches: RuleMatches | null }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const [asking] = useState(() => {
    const now = () => {
      const form = box.current?.closest("form");
      if (!form) return;
      const query = new URLSearchParams();
      for (const [name, value] of new FormData(form))
        if (name.startsWith("rule.") && typeof value === "string") query.append(name, value);
      void ask(`${countAt}?${query}`);
    };
    const later = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(now, countDelayMs);
    };
    return { now, later };
  });
  return { ...asking, matches: data?.matches };
}

function Matches({ subject: { many, none, every }, matches }: Pick<Props, "subject" | "matches">): ReactNode {
  if (matches === undefined) return null;
  if (matches === null) return `Complete the conditions to see how many ${many} match.`;
  const { matched, all } = matches;
  if (matched === 0) return <strong>{none}</strong>;
  if (matched === all) return <strong>{`${every}: all ${grouped(all)}.`}</strong>;
  return `Matches ${grouped(matched)} of ${grouped(all)} ${many}.`;
}

/** What somebody else has saved, when it differs. */
function Theirs({
  subject,
  theirs,
  typed,
}: Pick<Props, "subject" | "theirs"> & { typed: ReturnType<typeof typedRule> }) {
  const saved = theirs && typedRule(new Map(Object.entries(theirs)));
  if (!saved) return null;
  const words = saved.rows.length === 0 ? "no rule" : ruleInWords(subject, saved);
  if (words === (typed.rows.length === 0 ? "no rule" : ruleInWords(subject, typed))) return null;
  return <p className="hint">Saved meanwhile: {words}</p>;
}

/** One condition: field, operator, value, and a button that removes it. */
function Condition({
  subject,
  row,
  place,
  change,
  ...asking
}: Pick<Props, "subject" | "countAt" | "touch"> & {
  row: Row;
  place: number;
  change: (at: number, field: string) => void;
}) {
  const { at } = row;
  const field = subject.fields.find(({ key }) => key === row.field);
  const wrong = useFormField(`rule.${at}.operator`).error;
  return (
    <fieldset className="rule-row">
      <legend className="sr-only">{field ? `Condition ${place + 1}` : "Another condition"}</legend>
      <Select
        label={field ? "Condition" : place === 0 ? "Condition" : "Another condition"}
        name={`rule.${at}.field`}
        value={row.field}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => change(at, event.target.value)}
        choices={[
          { value: "", label: "Choose…" },
          ...subject.fields.map(({ key, label }) => ({ value: key, label })),
        ]}
      />
      {field && (
        <>
          <Select
            label="Comparison"
            name={`rule.${at}.operator`}
            error={wrong}
            defaultValue={row.operator || undefined}
            choices={Object.entries(operators[field.kind]).map(([value, label]) => ({ value, label }))}
          />
          <Value field={field} row={row} {...asking} />
          <button
            type="submit"
            name="remove"
            value={at}
            className="icon-btn"
            aria-label={`Remove the condition ${place + 1}: ${field.label}`}
            onClick={(event) => {
              event.preventDefault();
              change(at, "");
            }}
          >
            <Icon of={X} />
          </button>
        </>
      )}
    </fieldset>
  );
}

function Value({
  field,
  row,
  countAt,
  touch,
}: { field: RuleField; row: Row } & Pick<Props, "countAt" | "touch">) {
  const name = `rule.${row.at}.value`;
  const id = useId();
  const answered = useFormField(name).error;
  // The error of another field that stood in this row is not about this one.
  const isOfField = useFormField(`rule.${row.at}.field`).typed === row.field;
  const error = isOfField ? answered : undefined;
  if (field.kind === "yes-no") return null;
  if (field.kind === "choice")
    return (
      <fieldset name={name} aria-describedby={error ? `${id}-error` : undefined}>
        <legend className="sr-only">{field.label}</legend>
        <div className="rule-choices">
          {field.choices?.map(({ value, label }) => (
            <label className="check" key={value}>
              <input type="checkbox" name={`${name}.${value}`} defaultChecked={row.chosen.includes(value)} />
              <span>{label}</span>
            </label>
          ))}
        </div>
        <FieldError id={`${id}-error`} error={error} />
      </fieldset>
    );
  if (field.suggestions || field.isSearched)
    return (
      <Picker
        name={name}
        label={field.label}
        defaultValue={row.value}
        known={(field.suggestions ?? []).map((value) => ({ value, label: value }))}
        searchAt={field.isSearched ? countAt : undefined}
        placeholder={field.isSearched ? "Name of the product, or SKU" : "Choose or write"}
        keysAre="texts to compare with"
        takesOthers
        touch={touch}
      />
    );
  const isText = field.kind === "text";
  const described = error ? `${id}-error` : field.hint ? `${id}-hint` : undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{field.unit ? `Value in ${field.unit}` : "Value"}</label>
      <input
        id={id}
        className="input"
        name={name}
        defaultValue={row.value}
        autoComplete="off"
        inputMode={isText ? "text" : field.kind === "rupees" ? "decimal" : "numeric"}
        maxLength={isText ? 600 : 16}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
      />
      {error ? (
        <FieldError id={`${id}-error`} error={error} />
      ) : (
        field.hint && (
          <p className="hint" id={`${id}-hint`}>
            {field.hint}
          </p>
        )
      )}
    </div>
  );
}
