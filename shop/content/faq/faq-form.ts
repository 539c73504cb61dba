import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { checkField, type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import { type FaqEntry, faqGroupIds } from "./question.ts";

/** The fields of a question's form. */
export function faqFields(entry: Omit<FaqEntry, "id">): Record<string, string> {
  return {
    groupId: entry.groupId,
    question: entry.question,
    answer: entry.answer,
    position: String(entry.position),
    hidden: entry.hidden ? "on" : "",
  };
}

const words = (most: number) =>
  z
    .string()
    .overwrite(cleanLine)
    .min(1, "Please write something here.")
    .max(most, `At most ${most} characters.`);

const faqForm = z.object({
  groupId: z.enum(faqGroupIds).catch(faqGroupIds[0]),
  question: words(200),
  answer: words(2_000),
  position: z.coerce
    .number("A whole number.")
    .int("A whole number.")
    .min(-1_000, "A whole number.")
    .max(1_000, "A whole number."),
  hidden: checkField,
});

/** Reads that form. Out: the entry without its id, or the errors by field. */
export function readFaqEntry(fields: FormFields): FormRead<Omit<FaqEntry, "id">> {
  return readForm(faqForm, fields);
}
