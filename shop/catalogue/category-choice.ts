import { z } from "zod";

/** A category, or a new one with this set of details. */
export type CategoryChoice = { id: string } | { set: string };

/** The value of the choice of a new category with a set of details; `readCategoryChoice` reads it. */
export function newCategoryChoices(sets: readonly { key: string; name: string }[]) {
  return sets.map(({ key, name }) => ({
    value: `new:${key}`,
    label: `New category of ${name.toLowerCase()}`,
  }));
}

/** Reads an answer of the form: a category's id, "new:shoes", or anything else for none (null). */
export function readCategoryChoice(answer: string): CategoryChoice | null {
  const set = /^new:([a-z0-9-]{1,60})$/.exec(answer)?.[1];
  if (set) return { set };
  return z.uuid().safeParse(answer).success ? { id: answer } : null;
}
