import { z } from "zod";
import { cutText } from "../../../platform/text/cut-text.ts";
import { cleanLine } from "../../text/clean-text.ts";
import { freeKey } from "../../text/free-key.ts";
import { itemField, itemFields, typedItems } from "../../text/listed-items.ts";
import { type FieldErrors, type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import {
  type AttributeField,
  type AttributeSet,
  attributeFields,
  attributeKinds,
  mostFields,
} from "../kinds/attribute-sets.ts";
import { type Measure, measures } from "../kinds/measures.ts";
import { sizesFrom } from "../kinds/sizes.ts";

/** A set of details as staff edit it. */
export type AttributeSetInput = Omit<AttributeSet, "key">;

const rowFields = [
  "key",
  "label",
  "kind",
  "unit",
  "min",
  "max",
  "choices",
  "required",
  "filter",
  "shown",
] as const;
/**
 * A field as its row of the form holds it; `at`: its number among the items (shop/text/listed-items.ts). The kind is
 * the item's `type`, which can be chosen anew; the item's own kind is what it was added as.
 */
export type TypedAttribute = Record<(typeof rowFields)[number], string> & { at: string };

const blankAttribute: Omit<TypedAttribute, "at" | "kind"> = {
  key: "",
  label: "",
  unit: "",
  min: "",
  max: "",
  choices: "",
  required: "",
  filter: "",
  shown: "page",
};

/** The name of a row's control in the form. */
export const attributeControl = (at: string, name: (typeof rowFields)[number]): string =>
  itemField(at, name === "kind" ? "type" : name);

/** A row as typed. In: an item of the form. */
export function typedAttribute(item: {
  at: string;
  kind: string;
  fields: Readonly<Record<string, string>>;
}): TypedAttribute {
  const { at, kind, fields } = item;
  const typed = rowFields.flatMap((name) => {
    const text = fields[name === "kind" ? "type" : name];
    return text === undefined ? [] : [[name, text]];
  });
  return { ...blankAttribute, kind, ...Object.fromEntries(typed), at };
}

/** The rows of the form, in their order. */
export function typedAttributes(fields: FormFields): TypedAttribute[] {
  return typedItems(fields).map(typedAttribute);
}

/** A set as the fields of its form. */
export function attributeSetFields(set: AttributeSetInput): Record<string, string> {
  return {
    name: set.name,
    heading: set.heading,
    sizeScale: set.sizeScale ?? "",
    ...Object.fromEntries(set.measures.map((measure) => [`measure.${measure}`, "on"])),
    ...itemFields(
      set.fields.map((field) => ({
        ...blankAttribute,
        key: field.key,
        label: field.label,
        kind: field.kind,
        type: field.kind,
        filter: field.filter ? "on" : "",
        shown: field.shown,
        ...("required" in field && { required: field.required ? "on" : "" }),
        ...(field.kind === "number" && { unit: field.unit, min: String(field.min), max: String(field.max) }),
        ...(field.kind === "choice" && { choices: field.choices.join("\n") }),
      })),
    ),
  };
}

const line = (most: number) => z.string().overwrite(cleanLine).max(most, `At most ${most} characters.`);
const setForm = z.object({
  name: line(60).min(1, "Please write something here."),
  heading: line(80),
  sizeScale: z.string(),
});

/** Reads that form. An empty heading is made from the name. The key of a new field is made from its label. */
export function readAttributeSet(fields: FormFields): FormRead<AttributeSetInput> {
  const read = readForm(setForm, fields);
  const errors: FieldErrors = read.ok ? {} : { ...read.errors };
  const rows = typedAttributes(fields).filter(({ label, key }) => label.trim() !== "" || key !== "");
  const taken = new Set(rows.map(({ key }) => key).filter(Boolean));
  const labels = new Set<string>();
  const found = rows.flatMap((row) => {
    const wrong = (name: (typeof rowFields)[number], text: string) => {
      errors[attributeControl(row.at, name)] ??= text;
    };
    const label = cleanLine(row.label);
    if (label === "" || label.length > 60) wrong("label", "A name of at most 60 characters.");
    if (labels.has(label.toLowerCase())) wrong("label", "Another field has this name.");
    labels.add(label.toLowerCase());
    const key = row.key || freeKey(label, taken, { longest: 34, other: "field" });
    taken.add(key);
    const field = fieldOf(row, { key, label }, wrong);
    return field ? [field] : [];
  });
  if (rows.length > mostFields) errors.items ??= `At most ${mostFields} fields.`;
  const checked = attributeFields.safeParse(found);
  if (!read.ok || Object.keys(errors).length > 0) return { ok: false, errors };
  if (!checked.success)
    return { ok: false, errors: { name: "A field could not be read. Please check them." } };
  const { name, heading, sizeScale } = read.value;
  const measured: Measure[] = measures.filter((measure) => fields.get(`measure.${measure}`));
  return {
    ok: true,
    value: {
      name,
      heading: heading || cutText(/\bdetails$/i.test(name) ? name : `${name} details`, 80),
      sizeScale: sizeScale || null,
      measures: measured,
      fields: checked.data,
    },
  };
}

function fieldOf(
  row: TypedAttribute,
  named: { key: string; label: string },
  wrong: (name: (typeof rowFields)[number], text: string) => void,
): AttributeField | null {
  const placed = {
    ...named,
    filter: row.filter !== "",
    shown: row.shown === "staff" ? "staff" : "page",
  } as const;
  const required = row.required !== "";
  switch (row.kind) {
    case "sizes":
    case "colours":
      return { ...placed, kind: row.kind, filter: false };
    case "text":
      return { ...placed, kind: row.kind, required, filter: false };
    case "yes-no":
      return { ...placed, kind: row.kind, required };
    case "number": {
      const unit = cleanLine(row.unit);
      if (unit.length > 20) wrong("unit", "At most 20 characters.");
      const [min, max] = [numberOf(row.min, 0), numberOf(row.max, 1_000_000)];
      if (min === null) wrong("min", "A number.");
      if (max === null) wrong("max", "A number.");
      if (min !== null && max !== null && min >= max) wrong("max", "More than the smallest value.");
      return { ...placed, kind: row.kind, required, filter: false, unit, min: min ?? 0, max: max ?? 0 };
    }
    case "choice": {
      const choices = [...new Set(row.choices.split("\n").map(cleanLine).filter(Boolean))];
      if (choices.length === 0) wrong("choices", "At least one choice, each on a line of its own.");
      if (choices.length > 60 || choices.some((choice) => choice.length > 60))
        wrong("choices", "At most 60 choices of at most 60 characters.");
      return { ...placed, kind: row.kind, required, choices };
    }
    default:
      wrong("kind", `One of: ${Object.values(attributeKinds).join(", ")}.`);
      return null;
  }
}

function numberOf(typed: string, empty: number): number | null {
  const text = typed.trim();
  if (text === "") return empty;
  return /^-?\d{1,9}(\.\d{1,3})?$/.test(text) ? Number(text) : null;
}

/** A size scale as staff edit it. */
export type SizeScaleInput = { name: string; sizes: string[] };

/** A scale as the fields of its form. */
export function sizeScaleFields({ name, sizes }: SizeScaleInput): Record<string, string> {
  return { name, sizes: sizes.join("\n") };
}

const scaleForm = z.object({
  name: line(60).min(1, "Please write something here."),
  sizes: z
    .string()
    .transform((typed) => [...new Set(sizesFrom(typed.split("\n").map(cleanLine)))])
    .refine((sizes) => sizes.length > 0, "At least one size, each on a line of its own.")
    .refine((sizes) => sizes.length <= 60, "At most 60 sizes.")
    .refine((sizes) => sizes.every((size) => size.length <= 20), "A size has at most 20 characters."),
});

/** Reads that form. */
export function readSizeScale(fields: FormFields): FormRead<SizeScaleInput> {
  return readForm(scaleForm, fields);
}
