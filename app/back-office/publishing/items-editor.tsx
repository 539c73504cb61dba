import { type MouseEvent, useEffect, useState } from "react";
import { mediaPath } from "../../../shop/catalogue/picture-address.ts";
import { itemField, pictureFrames, pictureOfText } from "../../../shop/text/listed-items.ts";
import { type Choice, Field } from "../../ui/forms/field.tsx";
import { FileField } from "../../ui/forms/file-field.tsx";
import { type FieldTexts, useAnyWrong } from "../../ui/forms/form-context.ts";
import { OneField } from "../parts/edit-form.tsx";
import { AddressField } from "../parts/pickers/suggested-fields.tsx";
import { type SortedItem, SortedList } from "../parts/sorted-list.tsx";
import type { ItemFieldShape, ItemKinds } from "./publishing.server.ts";

type Props = {
  label: string;
  kinds: ItemKinds;
  /** The field that names an item. */
  named: string;
  /** Each item's fields behind its name. */
  folded?: boolean;
  shown: FieldTexts;
  theirs: FieldTexts | undefined;
  touch: () => void;
  /** For fields that hold an address, and those that choose collections. */
  addresses: readonly Choice[];
  collections: readonly Choice[];
};

/** The editor of a published list: its items, sorted, each with the fields of its kind. */
export function ItemsEditor({ label, kinds, named, folded = false, ...shared }: Props) {
  const { shown, theirs, touch } = shared;
  const nameOf = (kind: string) => kinds[kind]?.name ?? "Unknown";
  return (
    <>
      {theirs && theirs.items !== shown.items && (
        <p className="hint">
          Somebody else has saved another list meanwhile, of {theirs.items?.split(",").length ?? 0}. What you
          save takes its place.
        </p>
      )}
      <SortedList
        label={label}
        shown={shown}
        touch={touch}
        addable={Object.entries(kinds).map(([kind, { name }]) => ({ kind, name }))}
        named={{ field: named, otherwise: nameOf }}
      >
        {(item) => (
          <ItemFields
            item={item}
            fields={kinds[item.kind]?.fields ?? []}
            folded={folded}
            nameOf={nameOf}
            {...shared}
          />
        )}
      </SortedList>
    </>
  );
}

type ItemProps = Omit<Props, "label" | "kinds" | "named"> & {
  item: SortedItem;
  fields: readonly ItemFieldShape[];
  nameOf: (kind: string) => string;
};

/** The names of a field's controls, where errors can stand. */
function partsOf({ name, control }: ItemFieldShape): string[] {
  if (control !== "picture") return [name];
  const points = pictureFrames.flatMap((frame) => [`${frame}.x`, `${frame}.y`]);
  return ["file", "alt", ...points].map((part) => `${name}.${part}`);
}

function ItemFields({ item, fields, folded, nameOf, ...shared }: ItemProps) {
  const isWrong = useAnyWrong(fields.flatMap(partsOf).map((name) => itemField(item.at, name)));
  const [isOpen, setOpen] = useState(Object.keys(item.fields).length === 0);
  // An error in a closed part could not get the focus.
  useEffect(() => {
    if (isWrong) setOpen(true);
  }, [isWrong]);
  const controls = (
    <div className="item-fields">
      {fields.map((field) => (
        <ItemControl key={field.name} field={field} item={item} {...shared} />
      ))}
    </div>
  );
  if (fields.length === 0) return null;
  if (!folded) return controls;
  return (
    <details open={isOpen || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Edit {nameOf(item.kind)}</summary>
      {controls}
    </details>
  );
}

function ItemControl({
  field,
  item,
  shown,
  theirs,
  touch,
  addresses,
  collections,
}: Pick<ItemProps, "shown" | "theirs" | "touch" | "addresses" | "collections" | "item"> & {
  field: ItemFieldShape;
}) {
  const name = itemField(item.at, field.name);
  const { label, hint, optional, control, options = [], initial = "" } = field;
  const isNew = Object.keys(item.fields).length === 0;
  const value = shown[name] ?? (isNew ? initial : "");
  switch (control) {
    case "picture":
      return <PictureField name={name} label={label} hint={hint} shown={shown} />;
    case "link":
      return (
        <AddressField
          name={name}
          label={label}
          hint={hint}
          optional={optional}
          defaultValue={value}
          choices={addresses}
        />
      );
    case "collections":
      return (
        <fieldset name={name} className="grid gap-2">
          <legend className="font-medium">{label}</legend>
          {hint && <p className="hint">{hint}</p>}
          <div className="rule-choices">
            {collections.map((one) => (
              <label className="check" key={one.value}>
                <input
                  type="checkbox"
                  name={`${name}.${one.value}`}
                  defaultChecked={shown[`${name}.${one.value}`] !== undefined}
                />
                <span>{one.label}</span>
              </label>
            ))}
          </div>
        </fieldset>
      );
    default:
      return (
        <OneField
          field={{
            name,
            label,
            hint,
            options: control === "collection" ? [{ value: "", label: "Choose…" }, ...collections] : options,
            control: drawnAs[control] ?? "text",
            rows: control === "markdown" ? 8 : 3,
            ...(optional && { optional }),
          }}
          shown={{ [name]: value }}
          theirs={theirs}
          touch={touch}
        />
      );
  }
}

/** Where in a picture a click was, in whole percent; a click by key has no place. */
function clickedAt({ detail, clientX, clientY, currentTarget }: MouseEvent) {
  if (detail === 0) return null;
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const percent = (part: number, whole: number) => bounded(Math.round((part / whole) * 100));
  return { x: percent(clientX - left, width), y: percent(clientY - top, height) };
}

const bounded = (percent: number) => Math.max(0, Math.min(100, percent));
const step = 5;
const byKey: Partial<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
};
const frameNames = { phone: "on phones", desktop: "on wide screens" } as const;

/** A picture that is uploaded with the form, its alternative text, and what of it stays in sight in each frame. */
function PictureField({
  name,
  label,
  hint,
  shown,
}: {
  name: string;
  label: string;
  hint: string | undefined;
  shown: FieldTexts;
}) {
  const value = shown[name] ?? "";
  const picture = pictureOfText(value);
  return (
    <fieldset className="picture-field">
      <legend className="font-medium">{label}</legend>
      <input type="hidden" name={name} value={value} />
      <FileField
        label={picture ? "Another picture" : "Choose a picture"}
        name={`${name}.file`}
        optional
        accept="image/jpeg,image/png,image/webp,image/avif"
        hint={`${hint ?? ""} JPEG, PNG, WebP or AVIF up to 8 MB, best 1600 pixels wide.`.trim()}
      />
      {picture && (
        <>
          <label className="check">
            <input type="checkbox" name={`${name}.remove`} />
            <span>Remove the picture</span>
          </label>
          <Field
            label="Alternative text"
            name={`${name}.alt`}
            optional
            maxLength={300}
            autoComplete="off"
            defaultValue={shown[`${name}.alt`] ?? ""}
            hint="What it shows, for those who do not see it. Empty: it only decorates."
          />
          {pictureFrames.map((frame) => (
            <FocusPoint
              key={`${picture.key} ${frame}`}
              frame={frame}
              picture={picture}
              shown={shown}
              name={`${name}.${frame}`}
            />
          ))}
        </>
      )}
    </fieldset>
  );
}

/** The point that stays in sight: by a click on the picture, by arrow keys on it, or as two numbers. */
function FocusPoint({
  frame,
  picture,
  name,
  shown,
}: {
  frame: (typeof pictureFrames)[number];
  picture: NonNullable<ReturnType<typeof pictureOfText>>;
  name: string;
  shown: FieldTexts;
}) {
  const [point, setPoint] = useState({ x: shown[`${name}.x`] ?? "50", y: shown[`${name}.y`] ?? "50" });
  const set = ({ x, y }: { x: number; y: number }) => setPoint({ x: String(x), y: String(y) });
  const words = frameNames[frame];
  const inPercent = (typed: string) => bounded(Number.parseInt(typed, 10) || 0);
  const place = { left: `${inPercent(point.x)}%`, top: `${inPercent(point.y)}%` };
  return (
    <div className="focus-point">
      <button
        type="button"
        aria-label={`Point in sight ${words}: ${point.x} % from the left, ${point.y} % from the top. Click in the picture, or press the arrow keys`}
        onClick={(event) => {
          const at = clickedAt(event);
          if (at) set(at);
        }}
        onKeyDown={(event) => {
          const by = byKey[event.key];
          if (!by) return;
          event.preventDefault();
          set({ x: bounded(inPercent(point.x) + by.x), y: bounded(inPercent(point.y) + by.y) });
        }}
      >
        <img src={mediaPath(picture, 320, "webp")} alt="" width={picture.width} height={picture.height} />
        <span style={place} aria-hidden="true" />
      </button>
      <div className="grid gap-2">
        <span className="font-medium">In sight {words}</span>
        {(["x", "y"] as const).map((axis) => (
          <Field
            key={axis}
            label={axis === "x" ? "From the left (%)" : "From the top (%)"}
            name={`${name}.${axis}`}
            inputMode="numeric"
            autoComplete="off"
            value={point[axis]}
            onChange={({ target }) => setPoint({ ...point, [axis]: target.value })}
          />
        ))}
      </div>
    </div>
  );
}

const drawnAs: Partial<Record<ItemFieldShape["control"], "long" | "check" | "time" | "select">> = {
  long: "long",
  markdown: "long",
  check: "check",
  time: "time",
  select: "select",
  collection: "select",
};
