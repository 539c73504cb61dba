import { X } from "lucide";
import {
  type ChangeEvent,
  type ComponentProps,
  type KeyboardEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { href } from "react-router";
import { type Choice, Field, FieldGroup, TextArea } from "../../../ui/forms/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useLatestLoad } from "../use-latest-load.ts";

const delayMs = 250;

/** Suggestions for what is typed: `ask` asks the address for `{ choices }` by the query `q`, once typing pauses. */
function useSuggestions(at: string | undefined) {
  const { data, ask } = useLatestLoad<{ choices: Choice[] }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    found: data?.choices ?? [],
    ask(typed: string) {
      clearTimeout(timer.current);
      if (at === undefined || typed.length < 2) return;
      timer.current = setTimeout(() => void ask(`${at}?${new URLSearchParams({ q: typed })}`), delayMs);
    },
  };
}

/** The browser's own list of suggestions, which knows keyboard, touch and screen readers. */
function Suggestions({ id, choices }: { id: string; choices: readonly Choice[] }) {
  return (
    <datalist id={id}>
      {choices.map(({ value, label }) => (
        <option key={value} value={value} label={label} />
      ))}
    </datalist>
  );
}

type Texts = {
  name: string;
  label: string;
  hint?: string | undefined;
  optional?: boolean | undefined;
  defaultValue?: string;
};

/**
 * A combobox for an address of the shop, with collections, categories, pages and screens (`choices`), and with products
 * while one types. Any other address can be written.
 */
export function AddressField({
  choices,
  maxLength = 300,
  ...field
}: Texts & { choices: readonly Choice[]; maxLength?: number }) {
  const id = useId();
  const { found, ask } = useSuggestions(href("/admin/content/addresses"));
  return (
    <>
      <Field
        {...field}
        list={id}
        autoComplete="off"
        maxLength={maxLength}
        // A written address needs no suggestions.
        onChange={({ target: { value } }) => ask(/^(\/|https:|mailto:|tel:)/.test(value) ? "" : value)}
      />
      <Suggestions id={id} choices={[...choices, ...found]} />
    </>
  );
}

/** A text with the values in use as suggestions; another can be written. */
export function SuggestedField({
  suggestions,
  ...field
}: ComponentProps<typeof Field> & { suggestions: readonly string[] }) {
  const id = useId();
  return (
    <>
      <Field {...field} list={id} autoComplete="off" />
      <Suggestions id={id} choices={suggestions.map((value) => ({ value, label: value }))} />
    </>
  );
}

type PickerProps = Texts & {
  defaultValue: string;
  /** The things by their keys: all that can be chosen, or with `searchAt` those that are chosen already. */
  known: readonly Choice[];
  /** An address that answers a query `q` by `{ choices }`. */
  searchAt?: string | undefined;
  /** What is searched for: "Name, brand or SKU". */
  placeholder: string;
  /** What the field holds, for who types it without scripts: "the last part of each address". */
  keysAre: string;
  /** What is written is added too, when none of the suggestions was meant. */
  takesOthers?: boolean | undefined;
  /** What somebody else has saved meanwhile. */
  theirs?: string | undefined;
  /** Tells the form that it has changed. */
  touch: () => void;
};

const keysOf = (typed: string) => [
  ...new Set(
    typed
      .split(/[,\n]/)
      .map((key) => key.trim())
      .filter(Boolean),
  ),
];

/** As it stands in the list of suggestions, which shows only this: its name, and its key where two have one name. */
function suggested(choices: readonly Choice[]): Map<string, Choice> {
  const count = new Map<string, number>();
  for (const { label } of choices) count.set(label, (count.get(label) ?? 0) + 1);
  return new Map(
    choices.map((one) => [(count.get(one.label) ?? 0) > 1 ? `${one.label} (${one.value})` : one.label, one]),
  );
}

function Chosen({
  label,
  keys,
  nameOf,
  remove,
}: {
  label: string;
  keys: readonly string[];
  nameOf: (key: string) => string;
  remove: (key: string) => void;
}) {
  if (keys.length === 0) return null;
  return (
    <ul className="picker-chosen" aria-label={`${label}: chosen`}>
      {keys.map((key) => (
        <li key={key}>
          {nameOf(key)}
          <button
            type="button"
            className="icon-btn"
            aria-label={`Remove ${nameOf(key)}`}
            onClick={() => remove(key)}
          >
            <Icon of={X} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * Chooses several things by name. The form's field holds their keys, separated by commas; without scripts they are
 * typed there.
 */
export function Picker({ name, label, hint, optional, defaultValue, known, ...more }: PickerProps) {
  const { searchAt, placeholder, keysAre, takesOthers = false, theirs, touch } = more;
  const id = useId();
  const [typed, setTyped] = useState(defaultValue);
  const [said, setSaid] = useState("");
  const [seen, setSeen] = useState(known);
  const { found, ask } = useSuggestions(searchAt);
  const field = useRef<HTMLTextAreaElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const before = useRef(defaultValue);
  // The form counts its changes and keeps its draft once the field has the new value.
  useEffect(() => {
    if (typed === before.current) return;
    before.current = typed;
    touch();
    field.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [typed, touch]);

  const chosen = keysOf(typed);
  const nameOf = (key: string) => [...seen, ...known].find(({ value }) => value === key)?.label ?? key;
  const open = suggested((searchAt ? found : known).filter(({ value }) => !chosen.includes(value)));
  const add = (...more: Choice[]) => {
    setSeen((others) => [...others, ...more]);
    setTyped([...new Set([...chosen, ...more.map(({ value }) => value)])].join(", "));
    setSaid(`${more.map(({ label }) => label).join(", ")}: added.`);
    if (search.current) search.current.value = "";
  };
  const remove = (key: string) => {
    setTyped(chosen.filter((one) => one !== key).join(", "));
    setSaid(`${nameOf(key)}: removed.`);
    search.current?.focus();
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>) => {
    // What is searched for is no change of the form.
    event.stopPropagation();
    const { value } = event.target;
    const one = open.get(value);
    if (one) add(one);
    else ask(value);
  };
  const addWritten = (text: string) => {
    const written = keysOf(text);
    if (written.length > 0) add(...written.map((value) => open.get(value) ?? { value, label: value }));
  };
  /** Enter takes the only one that fits instead of sending the form. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    const { value } = event.currentTarget;
    if (takesOthers) return addWritten(value);
    const part = value.trim().toLowerCase();
    const [first, second] = [...open].filter(([text]) => text.toLowerCase().includes(part));
    const exact = [...open].find(([text]) => text.toLowerCase() === part);
    const one = exact ?? (second ? undefined : first);
    if (part && one) add(one[1]);
  };
  return (
    <FieldGroup
      name={name}
      className="field picker"
      legend={
        <legend className="label">
          {label}
          {optional && <span className="font-normal muted"> (optional)</span>}
        </legend>
      }
    >
      {theirs !== undefined && theirs !== typed && (
        <p className="hint">Saved meanwhile: {keysOf(theirs).map(nameOf).join(", ") || "nothing"}</p>
      )}
      <Chosen label={label} keys={chosen} nameOf={nameOf} remove={remove} />
      <input
        ref={search}
        className="input picker-search"
        aria-label={`Add to ${label}`}
        aria-describedby={hint ? `${id}-hint` : undefined}
        placeholder={placeholder}
        list={id}
        autoComplete="off"
        maxLength={80}
        onInput={(event) => event.stopPropagation()}
        onChange={onChange}
        onKeyDown={onKeyDown}
        onBlur={takesOthers ? ({ target }) => addWritten(target.value) : undefined}
      />
      <Suggestions id={id} choices={[...open.keys()].map((value) => ({ value, label: value }))} />
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className="picker-typed">
        <TextArea
          ref={field}
          label={`${label}: ${keysAre}, separated by commas`}
          name={name}
          rows={2}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </FieldGroup>
  );
}
