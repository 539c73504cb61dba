import { ArrowDown, ArrowUp, GripVertical, X } from "lucide";
import { type FormEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { arranged, itemField, movedTo, typedItems } from "../../../shop/text/listed-items.ts";
import { FieldError } from "../../ui/forms/field.tsx";
import { type FieldTexts, useFormField } from "../../ui/forms/form-context.ts";
import { Icon } from "../../ui/icon.tsx";
import { type DragHandle, useDrag } from "./use-drag.ts";

/** An item of the list; `fields` are those that it was opened with, empty for one that was added since. */
export type SortedItem = { at: string; kind: string; fields: FieldTexts };

type Props = {
  /** "Items of the menu". */
  label: string;
  /** The fields of the form that it is in (shop/text/listed-items.ts). */
  shown: FieldTexts;
  /** Tells the form that it has changed. */
  touch: () => void;
  /** The kinds of items that can be added, with their names; none: the items are only sorted. */
  addable: readonly { kind: string; name: string }[];
  /** The field whose text names an item, and what it is called without one. */
  named: { field: string; otherwise: (kind: string) => string };
  /** The fields of one item. */
  children: (item: SortedItem) => ReactNode;
};

type Focus = { at: string; on: string };
/** The items with what changes them; each change is told, and gets the focus to where it was. */
function useItems({ shown, touch, named }: Pick<Props, "shown" | "touch" | "named">) {
  const [items, setItems] = useState<SortedItem[]>(() => typedItems(new Map(Object.entries(shown))));
  const [names, setNames] = useState<FieldTexts>({});
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const order = useRef<HTMLInputElement>(null);
  const focus = useRef<Focus | null>(null);
  const value = items.map(({ at }) => at).join(",");
  const before = useRef(value);
  const highest = useRef(Math.max(-1, ...items.map(({ at }) => Number(at))));

  // React moves elements by taking them out, which takes the focus from them.
  useLayoutEffect(() => {
    const to = focus.current;
    focus.current = null;
    if (!to) return;
    const row = list.current?.querySelector(`[data-item="${to.at}"]`);
    const target = row?.querySelector<HTMLElement>(to.on) ?? row?.querySelector<HTMLElement>("[data-move]");
    (target ?? list.current)?.focus();
  });
  useEffect(() => {
    if (value === before.current) return;
    before.current = value;
    touch();
    order.current?.dispatchEvent(new Event("input", { bubbles: true }));
  }, [value, touch]);

  const nameOf = ({ at, kind, fields }: SortedItem) =>
    (names[at] ?? fields[named.field] ?? "").trim() || named.otherwise(kind);
  const put = (next: readonly { at: string; kind: string }[], then: string, to: Focus) => {
    const known = new Map(items.map((item) => [item.at, item]));
    setItems(next.map((one) => known.get(one.at) ?? { ...one, fields: {} }));
    setSaid(then);
    focus.current = to;
  };
  return {
    items,
    value,
    said,
    list,
    order,
    nameOf,
    /** Moves an item; `on`: what of it gets the focus. */
    move(item: SortedItem, from: number, to: number, on: string) {
      if (to < 0 || to >= items.length || to === from) return;
      const then = `${nameOf(item)}: place ${to + 1} of ${items.length}.`;
      put(movedTo(items, from, to), then, { at: item.at, on });
    },
    remove(item: SortedItem, from: number) {
      const near = items[from + 1] ?? items[from - 1];
      const then = `${nameOf(item)}: removed.`;
      put(arranged(items, `remove ${item.at}`), then, { at: near?.at ?? "", on: "[data-move]" });
    },
    add(kind: string) {
      highest.current += 1;
      const next = arranged(items, `add ${kind}`, highest.current);
      put(next, `${named.otherwise(kind)}: added at place ${next.length}.`, {
        at: next.at(-1)?.at ?? "",
        on: ":is(input:not([type=hidden]), select, textarea)",
      });
    },
    /** Keeps the names of items as they are typed. */
    onInput({ target }: FormEvent) {
      if (!(target instanceof HTMLInputElement)) return;
      const own = items.find(({ at }) => target.name === itemField(at, named.field));
      if (own) setNames((known) => ({ ...known, [own.at]: target.value }));
    },
  };
}

type Items = ReturnType<typeof useItems>;

/**
 * A list that is sorted by dragging a handle with mouse or finger, by the arrow keys on it, and by buttons. Its order is
 * a field of the form around it; the buttons work without scripts (`arrangedFields`). Pointer events, because the
 * browsers' own drag and drop does not exist for touch.
 */
export function SortedList({ label, shown, touch, addable, named, children }: Props) {
  const sorted = useItems({ shown, touch, named });
  const { items, value, said, list, order } = sorted;
  const { drag, handle, dropMark } = useDrag({
    list,
    move: (from, to) => {
      const item = items[from];
      if (item) sorted.move(item, from, to, "[data-move]");
    },
  });
  const heading = useId();
  const { error } = useFormField("items");
  return (
    <fieldset
      name="items"
      className="grid gap-3"
      aria-describedby={error ? `${heading}-error` : undefined}
      onInput={sorted.onInput}
    >
      <legend className="font-medium">{label}</legend>
      {/* Enter submits the first button of a form, so the first one saves. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true">
        Save
      </button>
      <input ref={order} type="hidden" name="items" value={value} />
      <FieldError id={`${heading}-error`} error={error} />
      {items.length === 0 && <p className="muted">Nothing yet.</p>}
      <ol ref={list} className="sorted-list" tabIndex={-1} aria-label={label}>
        {items.map((item, from) => (
          <li
            key={item.at}
            data-item={item.at}
            data-dragged={drag?.from === from || undefined}
            data-drop={dropMark(from)}
          >
            <input type="hidden" name={itemField(item.at, "kind")} value={item.kind} />
            <ItemHead
              sorted={sorted}
              item={item}
              from={from}
              canRemove={addable.length > 0}
              handle={handle(from)}
            />
            {children(item)}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
      {addable.length > 0 && <Add addable={addable} add={sorted.add} />}
    </fieldset>
  );
}

function ItemHead({
  sorted,
  item,
  from,
  canRemove,
  handle,
}: {
  sorted: Items;
  item: SortedItem;
  from: number;
  canRemove: boolean;
  handle: DragHandle;
}) {
  const name = sorted.nameOf(item);
  const shared = { at: item.at, name };
  return (
    <div className="sorted-head">
      <button
        type="button"
        data-move
        className="icon-btn sorted-handle"
        aria-label={`Move ${name}: drag it, or press the arrow keys`}
        {...handle}
      >
        <Icon of={GripVertical} />
      </button>
      <span className="sorted-name">
        <span className="muted">{from + 1}.</span> {name}
      </span>
      <ListButton
        {...shared}
        act="up"
        off={from === 0}
        run={() => sorted.move(item, from, from - 1, "[data-act=up]")}
      />
      <ListButton
        {...shared}
        act="down"
        off={from === sorted.items.length - 1}
        run={() => sorted.move(item, from, from + 1, "[data-act=down]")}
      />
      {canRemove && <ListButton {...shared} act="remove" run={() => sorted.remove(item, from)} />}
    </div>
  );
}

const acts = {
  up: { label: "Move up", icon: ArrowUp },
  down: { label: "Move down", icon: ArrowDown },
  remove: { label: "Remove", icon: X },
} as const;

function ListButton({
  act,
  at,
  name,
  off = false,
  run,
}: {
  act: keyof typeof acts;
  at: string;
  name: string;
  off?: boolean;
  run: () => void;
}) {
  const { label, icon } = acts[act];
  return (
    <button
      type="submit"
      name="arrange"
      value={`${act} ${at}`}
      data-act={act}
      className="icon-btn"
      aria-label={`${label}: ${name}`}
      // Not disabled: it would lose the focus at the end of the list.
      aria-disabled={off || undefined}
      onClick={(event) => {
        event.preventDefault();
        run();
      }}
    >
      <Icon of={icon} />
    </button>
  );
}

function Add({ addable, add }: Pick<Props, "addable"> & { add: (kind: string) => void }) {
  const [added, setAdded] = useState(addable[0]?.kind ?? "");
  const id = useId();
  return (
    <div className="flex flex-wrap items-end gap-2">
      <div className="field">
        <label htmlFor={id}>Add</label>
        <select
          id={id}
          className="input"
          name="added"
          value={added}
          onChange={({ target }) => setAdded(target.value)}
        >
          {addable.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button
        type="submit"
        name="arrange"
        value="add"
        className="btn btn-secondary"
        onClick={(event) => {
          event.preventDefault();
          add(added);
        }}
      >
        Add
      </button>
    </div>
  );
}
