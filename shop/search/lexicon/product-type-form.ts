import { z } from "zod";
import { cleanLine } from "../../text/clean-text.ts";
import { always, type FormFields, type FormRead, fieldReadBy, readForm } from "../../text/read-form.ts";
import { readWords } from "../text/read-words.ts";
import type { TypeRow } from "./lexicon.ts";

const longestName = 40;
const mostWords = 60;
const slugShape = /^[a-z0-9]+(-[a-z0-9]+)*$/;

const words = (most: number) =>
  z
    .string()
    .transform(readWords)
    .refine(
      (list) => list.length <= most && list.every((word) => [...word].length <= longestName),
      `At most ${most} words of at most ${longestName} letters, separated by commas.`,
    );
const slugs = words(20).refine(
  (list) => list.every((slug) => slugShape.test(slug)),
  "Short names as in the address, such as hand-bags.",
);
const names = z.string().transform((typed) => [
  ...new Set(
    typed
      .slice(0, 1_000)
      .split(/[,\n]/)
      .map(cleanLine)
      .filter((name) => name !== ""),
  ),
]);

const shape = z
  .object({
    name: fieldReadBy(
      (typed) => (typed.length > 0 && [...typed].length <= longestName ? typed : null),
      `A name of at most ${longestName} letters.`,
    ),
    words: words(mostWords),
    parent: z.string().transform((typed) => cleanLine(typed) || null),
    kinds: slugs,
    categories: slugs,
    collections: slugs,
    nameWords: words(mostWords),
    similarTypes: names,
    complementaryTypes: names,
  })
  .refine(({ name, parent }) => name !== parent, {
    path: ["parent"],
    message: "A type is not part of itself.",
    when: always,
  });

/** Reads the form of a product type. */
export function readProductType(fields: FormFields): FormRead<TypeRow> {
  return readForm(shape, fields);
}

/** A product type as form fields. */
export function productTypeFields(type: TypeRow): Record<string, string> {
  const list = (values: string[]) => values.join(", ");
  return {
    name: type.name,
    words: list(type.words),
    parent: type.parent ?? "",
    kinds: list(type.kinds),
    categories: list(type.categories),
    collections: list(type.collections),
    nameWords: list(type.nameWords),
    similarTypes: list(type.similarTypes),
    complementaryTypes: list(type.complementaryTypes),
  };
}
