import { cleanLine } from "../../text/clean-text.ts";
import type { FaqEntry } from "./question.ts";

export const faqGroupIds = ["orders", "returns", "products", "account"] as const;

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

/** Reads that form. Out: the entry without its id, or what is wrong where. */
export function readFaqEntry(
  fields: Map<string, string>,
): { ok: true; entry: Omit<FaqEntry, "id"> } | { ok: false; errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const typed = (name: string, most: number) => {
    const text = cleanLine(fields.get(name) ?? "");
    if (text === "") errors[name] = "Please write something here.";
    if (text.length > most) errors[name] = `At most ${most} characters.`;
    return text;
  };
  const position = Number(fields.get("position") || "0");
  if (!Number.isInteger(position) || Math.abs(position) > 1_000) errors.position = "A whole number.";
  const entry = {
    groupId: faqGroupIds.find((id) => id === fields.get("groupId")) ?? faqGroupIds[0],
    question: typed("question", 200),
    answer: typed("answer", 2_000),
    position,
    hidden: (fields.get("hidden") ?? "") !== "",
  };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, entry };
}
