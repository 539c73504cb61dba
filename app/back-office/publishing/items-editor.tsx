import { useEffect, useState } from "react";
import { itemField } from "../../../shop/publishing/listed-items.ts";
import type { Choice } from "../../ui/forms/field.tsx";
import { type FieldTexts, useAnyWrong } from "../../ui/forms/form-context.ts";
import { AddressField } from "../parts/address-field.tsx";
import { OneField } from "../parts/edit-form.tsx";
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
            {...{ folded, nameOf }}
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

function ItemFields({ item, fields, folded, nameOf, ...shared }: ItemProps) {
  const isWrong = useAnyWrong(fields.map(({ name }) => itemField(item.at, name)));
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
  addresses,
  collections,
}: Pick<ItemProps, "shown" | "theirs" | "addresses" | "collections" | "item"> & { field: ItemFieldShape }) {
  const name = itemField(item.at, field.name);
  const { label, hint, optional, control, options = [], initial = "" } = field;
  const isNew = Object.keys(item.fields).length === 0;
  const value = shown[name] ?? (isNew ? initial : "");
  switch (control) {
    case "link":
      return <AddressField {...{ name, label, hint, optional }} defaultValue={value} choices={addresses} />;
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
        />
      );
  }
}

const drawnAs: Partial<Record<ItemFieldShape["control"], "long" | "check" | "time" | "select">> = {
  long: "long",
  markdown: "long",
  check: "check",
  time: "time",
  select: "select",
  collection: "select",
};
