import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../../text/read-form.ts";

/** A category as staff edit it. `kind`: the key of its set of details. */
export type CategoryInput = { name: string; kind: string };

/** A category as the fields of its form. */
export function categoryFields({ name, kind }: CategoryInput): Record<string, string> {
  return { name, kind };
}

const categoryForm = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(80, "At most 80 characters."),
  kind: z.string().min(1, "Please choose one."),
});

/** Reads that form. */
export function readCategory(fields: FormFields): FormRead<CategoryInput> {
  return readForm(categoryForm, fields);
}
