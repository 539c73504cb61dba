import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { checkField, type FormFields, type FormRead, readForm } from "../../text/read-form.ts";
import { type FaqEntry, faqGroupIds } from "./question.ts";

/** What staff write of a question. */
export type FaqWords = Omit<FaqEntry, "id" | "position">;

/** The fields of a question's form. */
export function faqFields(entry: FaqWords): Record<string, string> {
  return {
    groupId: entry.groupId,
    question: entry.question,
    answer: entry.answer,
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
  hidden: checkField,
});

/** Reads that form. Out: its words, or the errors by field. */
export function readFaqEntry(fields: FormFields): FormRead<FaqWords> {
  return readForm(faqForm, fields);
}
