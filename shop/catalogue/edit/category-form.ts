import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import { type Kind, kinds } from "../catalogue.ts";

/** A category as staff edit it. Its kind decides which details its products have. */
export type CategoryInput = { name: string; kind: Kind };

/** A category as the fields of its form. */
export function categoryFields({ name, kind }: CategoryInput): Record<string, string> {
  return { name, kind };
}

/** Kinds in the words of the back office. */
export const kindNames: Record<Kind, string> = {
  dress: "Clothing",
  shoes: "Footwear",
  bag: "Bags",
  watch: "Watches",
  accessories: "Accessories",
};

const categoryForm = z.object({
  name: z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(80, "At most 80 characters."),
  kind: z.enum(kinds, "Please choose one."),
});

/** Reads that form. */
export function readCategory(fields: FormFields): FormRead<CategoryInput> {
  return readForm(categoryForm, fields);
}
