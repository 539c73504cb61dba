import { useEffect, useId, useRef, useState } from "react";
import { type OpeningWeek, weekdays, weekInWords } from "../../../shop/settings/opening-hours.ts";
import { FieldError } from "../../ui/forms/field.tsx";
import { type FieldTexts, useFormField } from "../../ui/forms/form-context.ts";

type Day = { isOpen: boolean; open: string; close: string };

const usual = { open: "10:00", close: "19:00" };
const nameOf = (day: number) => `hours.week.${day}`;
const daysIn = (texts: FieldTexts): Day[] =>
  weekdays.map((_, day) => ({
    isOpen: Boolean(texts[`${nameOf(day)}.isOpen`]),
    open: texts[`${nameOf(day)}.open`] ?? "",
    close: texts[`${nameOf(day)}.close`] ?? "",
  }));
const weekOf = (days: readonly Day[]): OpeningWeek =>
  days.map(({ isOpen, open, close }) => (isOpen ? { open: open || "?", close: close || "?" } : null));

/** The seven days of the opening hours, as fields of the settings' form, and what the FAQ makes of them. */
export function HoursGrid({
  shown,
  theirs,
  touch,
}: {
  shown: FieldTexts;
  theirs: FieldTexts | undefined;
  touch: () => void;
}) {
  const [days, setDays] = useState(() => daysIn(shown));
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(days);
  // What is copied is no typing: the form is told once the fields have it.
  useEffect(() => {
    if (days === before.current) return;
    before.current = days;
    list.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [days]);
  const change = (at: number, to: Partial<Day>) =>
    setDays((all) => all.map((day, place) => (place === at ? { ...day, ...to } : day)));
  const openDay = (at: number, isOpen: boolean) => {
    const like = days.find((day) => day.isOpen && day.open && day.close) ?? usual;
    const { open, close } = days[at] ?? usual;
    change(at, { isOpen, open: open || like.open, close: close || like.close });
  };
  const words = weekInWords(weekOf(days));
  const saved = theirs && weekInWords(weekOf(daysIn(theirs)));
  return (
    <div className="grid gap-3">
      {saved !== undefined && saved !== words && <p className="hint">Saved meanwhile: {saved}</p>}
      <ul ref={list} className="hours-days">
        {days.map((day, at) => (
          <DayRow
            key={weekdays[at]}
            at={at}
            day={day}
            change={change}
            setOpen={openDay}
            copy={() => {
              setDays((all) => all.map(() => day));
              touch();
            }}
          />
        ))}
      </ul>
      <p className="hint" role="status">
        As a sentence: {words}
      </p>
    </div>
  );
}

function DayRow({
  at,
  day,
  change,
  setOpen,
  copy,
}: {
  at: number;
  day: Day;
  change: (at: number, to: Partial<Day>) => void;
  setOpen: (at: number, isOpen: boolean) => void;
  copy: () => void;
}) {
  const name = nameOf(at);
  const weekday = weekdays[at];
  return (
    <li>
      <label className="check">
        <input
          type="checkbox"
          name={`${name}.isOpen`}
          checked={day.isOpen}
          onChange={({ target }) => setOpen(at, target.checked)}
        />
        <span>{weekday}</span>
      </label>
      <span className="hours-closed muted">Closed</span>
      <button
        type="button"
        className="link hours-copy needs-scripts"
        aria-label={`Copy to all days: ${weekday}`}
        onClick={copy}
      >
        Copy to all days
      </button>
      <div className="hours-times">
        <Time
          name={`${name}.open`}
          label={`${weekday}: opens at`}
          value={day.open}
          set={(open) => change(at, { open })}
        />
        <span className="muted">to</span>
        <Time
          name={`${name}.close`}
          label={`${weekday}: closes at`}
          value={day.close}
          set={(close) => change(at, { close })}
        />
      </div>
    </li>
  );
}

function Time({
  name,
  label,
  value,
  set,
}: {
  name: string;
  label: string;
  value: string;
  set: (value: string) => void;
}) {
  const id = useId();
  const { error } = useFormField(name);
  return (
    <div>
      <input
        className="input"
        type="time"
        name={name}
        aria-label={label}
        value={value}
        onChange={({ target }) => set(target.value)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? id : undefined}
      />
      <FieldError id={id} error={error} />
    </div>
  );
}
