import { z } from "zod";
import { cleanLine } from "../text/clean-text.ts";

/*
 * Fields as data: a field has a key, a label and a kind with what belongs to it. Forms, checks, stored values and
 * what is shown are made from them; who declares fields extends their shapes.
 */

export const longestText = 120;
const key = z.string().regex(/^[a-zA-Z][a-zA-Z0-9-]{0,39}$/);
const named = { key, label: z.string().min(1).max(60), required: z.boolean().default(false) };

export const textField = z.object({ ...named, kind: z.literal("text") });
/** Both ends are inclusive; `unit` is "" for a plain number. */
export const numberField = z.object({
  ...named,
  kind: z.literal("number"),
  unit: z.string().max(20),
  min: z.number(),
  max: z.number(),
});
export const choiceField = z.object({
  ...named,
  kind: z.literal("choice"),
  choices: z.array(z.string().min(1).max(60)).min(1).max(60),
});
export const yesNoField = z.object({ ...named, kind: z.literal("yes-no") });

export type Field =
  | z.output<typeof textField>
  | z.output<typeof numberField>
  | z.output<typeof choiceField>
  | z.output<typeof yesNoField>;
export type FieldValue = string | number | boolean;
/** Values by the key of their field; unknown keys belong to fields that are no longer declared. */
export type FieldValues = Readonly<Record<string, unknown>>;

/** The schema of a field's value, as stored. */
function valueShape(field: Field): z.ZodType<FieldValue> {
  switch (field.kind) {
    case "text":
      return z.string().transform(cleanLine).pipe(z.string().min(1).max(longestText));
    case "number":
      return z.number().min(field.min).max(field.max);
    case "choice":
      return z.enum(field.choices);
    case "yes-no":
      return z.boolean();
  }
}

/** A stored value of a field; undefined when there is none that fits it. */
export function storedValue(field: Field, values: FieldValues): FieldValue | undefined {
  const read = valueShape(field).safeParse(values[field.key]);
  return read.success ? read.data : undefined;
}

/**
 * Reads typed texts by key. In: `complete`, whether required fields must be filled. Out: the values of filled fields,
 * and the errors in words by key.
 */
export function readFieldTexts(
  fields: readonly Field[],
  texts: Readonly<Record<string, string>>,
  { complete }: { complete: boolean },
): { values: Record<string, FieldValue>; errors: Record<string, string> } {
  const values: Record<string, FieldValue> = {};
  const errors: Record<string, string> = {};
  for (const field of fields) {
    const text = texts[field.key]?.trim() ?? "";
    if (text === "") {
      if (complete && field.required) errors[field.key] = `Please fill in ${field.label}.`;
      continue;
    }
    const read = valueShape(field).safeParse(typedValue(field, text));
    if (read.success) values[field.key] = read.data;
    else errors[field.key] = fieldError(field);
  }
  return { values, errors };
}

/** Files say "5.5 m", "TRUE" and "Cotton" where the form says 5.5, "yes" and "cotton". */
function typedValue(field: Field, text: string): unknown {
  const lower = text.toLowerCase();
  if (field.kind === "number") {
    const unit = field.unit.toLowerCase();
    return Number(unit !== "" && lower.endsWith(unit) ? text.slice(0, -unit.length).trim() || "none" : text);
  }
  if (field.kind === "yes-no") return { yes: true, true: true, no: false, false: false }[lower];
  if (field.kind === "choice") return field.choices.find((choice) => choice.toLowerCase() === lower);
  return text;
}

function fieldError(field: Field): string {
  switch (field.kind) {
    case "text":
      return `${field.label}: at most ${longestText} characters.`;
    case "number":
      return `${field.label}: a number from ${field.min} to ${field.max}${field.unit && ` (${field.unit})`}.`;
    case "choice":
      return `${field.label}: one of ${field.choices.join(", ")}.`;
    case "yes-no":
      return `${field.label}: yes or no.`;
  }
}

/** A stored value as a form or a file has it, which `readFieldTexts` reads again. */
export function fieldText(value: unknown): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** A value as people read it: with its unit, "Yes", "No", a choice with a capital letter. */
export function shownValue(field: Field, value: FieldValue): string {
  const text = fieldText(value);
  if (field.kind === "number") return `${text} ${field.unit}`.trim();
  return field.kind === "text" ? text : text.charAt(0).toUpperCase() + text.slice(1);
}
