import { z } from "zod";
import type { Kind } from "./catalogue.ts";

/** The kinds of a new category: the kind decides its detail fields. */
export const newCategoryKinds = [
  { kind: "dress", label: "New category: clothing" },
  { kind: "shoes", label: "New category: footwear" },
  { kind: "bag", label: "New category: bags" },
  { kind: "watch", label: "New category: watches" },
  { kind: "accessories", label: "New category: accessories" },
] as const;

export type CategoryChoice = { id: string } | { kind: Kind };

/** Reads an answer of the form: a category's id, "new:shoes", or anything else for none (null). */
export function readCategoryChoice(answer: string): CategoryChoice | null {
  const kind = newCategoryKinds.find((one) => `new:${one.kind}` === answer)?.kind;
  if (kind) return { kind };
  return z.uuid().safeParse(answer).success ? { id: answer } : null;
}
