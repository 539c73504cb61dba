import { z } from "zod";
import { amountFault } from "../money.ts";
import { cleanLine } from "./clean-text.ts";

/** The fields of a submitted form by name, as typed. */
export type FormFields = ReadonlyMap<string, string>;

/** Error messages by field name, as shown at the field. */
export type FieldErrors = Record<string, string>;

/** The result of reading a form: its values, or errors by field. */
export type FormRead<Value> = { ok: true; value: Value } | { ok: false; errors: FieldErrors };

/**
 * Reads a form. In: a zod object whose keys are the names of the fields, and the submitted fields; a missing one is
 * empty. Out: the parsed values, or the first message of each wrong field. For a rule about two fields give `refine`
 * the field as `path` and `when: always`: otherwise zod skips it while another field is wrong.
 */
export function readForm<Shape extends z.ZodObject>(
  shape: Shape,
  fields: FormFields,
): FormRead<z.output<Shape>> {
  const names = Object.keys(shape.shape);
  const read = shape.safeParse(Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ""])));
  return read.success ? { ok: true, value: read.data } : { ok: false, errors: fieldErrors(read.error) };
}

/** The first message of each wrong field. */
function fieldErrors({ issues }: z.ZodError): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= message;
  return errors;
}

/** For `when` of a rule about two fields: it runs also while other fields are wrong. */
export const always = () => true;

/** A field that must not be empty. */
export function filledField(message: string) {
  return z.string().refine((typed) => typed.trim() !== "", message);
}

/** What is said of an invalid value: always the same, or what is wrong with the typed text. */
type Fault = string | ((typed: string) => string);

/** A field parsed by `read`; null means an invalid value. */
export function fieldReadBy<Value>(read: (typed: string) => Value | null, fault: Fault) {
  return z.string().transform((typed, context) => {
    const value = read(cleanLine(typed));
    if (value !== null) return value;
    context.addIssue({ code: "custom", message: typeof fault === "string" ? fault : fault(typed) });
    return z.NEVER;
  });
}

/** The same for an optional field: null when it is empty. */
export function optionalFieldReadBy<Value>(read: (typed: string) => Value | null, fault: Fault) {
  const filled = (typed: string) => {
    const value = read(typed);
    return value === null ? null : { value };
  };
  return fieldReadBy((typed) => (typed === "" ? { value: null } : filled(typed)), fault).transform(
    ({ value }) => value,
  );
}

/** The fault of an amount, in these words unless a comma stands for its point. */
export const faultOfAmount =
  (message: string): Fault =>
  (typed) =>
    amountFault(typed, message);

/** A checkbox: on if it was sent. */
export const checkField = z.string().transform((sent) => sent !== "");
