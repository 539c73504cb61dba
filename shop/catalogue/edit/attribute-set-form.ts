import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { type FieldErrors, type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import {
  type AttributeField,
  type AttributeSet,
  attributeFields,
  attributeKinds,
  mostFields,
} from "../kinds/attribute-sets.ts";
import { type Measure, measures } from "../kinds/measures.ts";
import { slugOf } from "./collection-form.ts";

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
/** A field as its row of the form holds it; `at`: the number in the names of its controls. */
export type TypedAttribute = Record<(typeof rowFields)[number], string> & { at: number };

const blankAttribute: Omit<TypedAttribute, "at"> = {
  key: "",
  label: "",
  kind: "text",
  unit: "",
  min: "",
  max: "",
  choices: "",
  required: "",
  filter: "",
  shown: "page",
};

/** The rows of the form, in the order in which they were sent. */
export function typedAttributes(fields: FormFields): TypedAttribute[] {
  const numbers = [...fields.keys()].flatMap((name) => /^fields\.(\d{1,3})\.label$/.exec(name)?.[1] ?? []);
  return numbers.slice(0, mostFields + 1).map((number) => {
    const typed = rowFields.map((name) => [name, fields.get(`fields.${number}.${name}`) ?? ""]);
    return { ...blankAttribute, ...Object.fromEntries(typed), at: Number(number) };
  });
}

/** Rows as form fields, numbered in their order. */
function rowTexts(rows: readonly Omit<TypedAttribute, "at">[]): Record<string, string> {
  return Object.fromEntries(
    rows.flatMap((row, at) => rowFields.map((name) => [`fields.${at}.${name}`, row[name]])),
  );
}

/**
 * What a button of the form did to its rows: "add", "up 2", "down 2", "remove 2". Out: the form as it then is; null for
 * any other text.
 */
export function withMovedRow(fields: FormFields, moved: string): Record<string, string> | null {
  const [, verb, number] = /^(add|up|down|remove)(?: (\d{1,3}))?$/.exec(moved) ?? [];
  if (!verb) return null;
  const rows = movedRows(typedAttributes(fields), verb, Number(number));
  const others = [...fields].filter(([name]) => !name.startsWith("fields.") && name !== "move");
  return { ...Object.fromEntries(others), ...rowTexts(rows) };
}

/** The rows after a button. In: what it does, and the number of its row. */
export function movedRows(rows: readonly TypedAttribute[], verb: string, at: number): TypedAttribute[] {
  if (verb === "add") {
    const next = Math.max(-1, ...rows.map((row) => row.at)) + 1;
    return rows.length < mostFields ? [...rows, { ...blankAttribute, at: next }] : [...rows];
  }
  const place = rows.findIndex((row) => row.at === at);
  const row = rows[place];
  const rest = rows.filter((one) => one.at !== at);
  if (row && verb !== "remove") rest.splice(Math.max(0, place + (verb === "up" ? -1 : 1)), 0, row);
  return rest;
}

/** A set as the fields of its form. */
export function attributeSetFields(set: AttributeSetInput): Record<string, string> {
  return {
    name: set.name,
    heading: set.heading,
    sizeScale: set.sizeScale ?? "",
    ...Object.fromEntries(set.measures.map((measure) => [`measure.${measure}`, "on"])),
    ...rowTexts(
      set.fields.map((field) => ({
        ...blankAttribute,
        key: field.key,
        label: field.label,
        kind: field.kind,
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
      errors[`fields.${row.at}.${name}`] ??= text;
    };
    const label = cleanLine(row.label);
    if (label === "" || label.length > 60) wrong("label", "A name of at most 60 characters.");
    if (labels.has(label.toLowerCase())) wrong("label", "Another field has this name.");
    labels.add(label.toLowerCase());
    const key = row.key || newKey(label, taken);
    taken.add(key);
    const field = fieldOf(row, { key, label }, wrong);
    return field ? [field] : [];
  });
  if (rows.length > mostFields) errors.name ??= `At most ${mostFields} fields.`;
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
      heading: heading || `${name} details`.slice(0, 80),
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

/** A key that no other field of the set has. Labels in other scripts get "field". */
function newKey(label: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(label).slice(0, 34).replace(/-$/, "");
  const plain = /^[a-z]/.test(slug) ? slug : `field${slug && `-${slug}`}`;
  for (let number = 1; ; number++) {
    const key = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.has(key)) return key;
  }
}

/** A size scale as staff edit it. */
export type SizeScaleInput = { name: string; sizes: string[]; position: number };

/** A scale as the fields of its form. */
export function sizeScaleFields({ name, sizes, position }: SizeScaleInput): Record<string, string> {
  return { name, sizes: sizes.join("\n"), position: String(position) };
}

const scaleForm = z.object({
  name: line(60).min(1, "Please write something here."),
  position: z.coerce
    .number("A whole number.")
    .int("A whole number.")
    .min(0, "A number from 0 to 1,000.")
    .max(1_000, "A number from 0 to 1,000."),
  sizes: z
    .string()
    .transform((typed) => [...new Set(typed.split("\n").map(cleanLine).filter(Boolean))])
    .refine((sizes) => sizes.length > 0, "At least one size, each on a line of its own.")
    .refine((sizes) => sizes.length <= 60, "At most 60 sizes.")
    .refine((sizes) => sizes.every((size) => size.length <= 20), "A size has at most 20 characters."),
});

/** Reads that form. */
export function readSizeScale(fields: FormFields): FormRead<SizeScaleInput> {
  return readForm(scaleForm, fields);
}
