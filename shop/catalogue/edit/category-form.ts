import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../../text/read-form.ts";

/** A category as staff edit it. `kind`: the key of its set of details. */
export type CategoryInput = {
  name: string;
  kind: string;
  /** Two deep: the parent has none. */
  parentId: string | null;
  position: number;
  /** Null: that of its set of details. */
  sizeScale: string | null;
  /** For its products that have none. */
  hsnCode: string | null;
};

/** A category as the fields of its form. */
export function categoryFields(one: CategoryInput): Record<string, string> {
  return {
    name: one.name,
    kind: one.kind,
    parentId: one.parentId ?? "",
    position: String(one.position),
    sizeScale: one.sizeScale ?? "",
    hsnCode: one.hsnCode ?? "",
  };
}

const categoryForm = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(80, "At most 80 characters."),
  kind: z.string().min(1, "Please choose one."),
  parentId: z.string().transform((text) => text || null),
  position: z.coerce
    .number("A whole number.")
    .int("A whole number.")
    .min(0, "A number from 0 to 1,000.")
    .max(1_000, "A number from 0 to 1,000."),
  sizeScale: z.string().transform((text) => text || null),
  hsnCode: z
    .string()
    .trim()
    .regex(/^([0-9]{4,8})?$/, "An HSN code has 4 to 8 digits.")
    .transform((text) => text || null),
});

/** Reads that form. */
export function readCategory(fields: FormFields): FormRead<CategoryInput> {
  return readForm(categoryForm, fields);
}
