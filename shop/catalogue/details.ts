import { z } from "zod";
import { cleanLine } from "../text/clean-text.ts";
import type { Kind } from "./catalogue.ts";
import { type DetailField, type DetailInput, detailFields } from "./kinds/detail-fields.ts";

const words = z.string().transform(cleanLine).pipe(z.string().min(1).max(120));

/** The allowed values of a field in category_specific_data. */
function shapeOf(input: DetailInput): z.ZodType {
  if (input.as === "words") return words;
  if (input.as === "number") return z.number().min(input.from).max(input.to);
  if (input.as === "choice") return z.enum(input.choices);
  return input.what === "sizes" ? z.array(z.enum(input.sizes)) : words;
}

function shapeOfKind(kind: Kind) {
  return z.object(
    Object.fromEntries(detailFields[kind].map(({ name, input }) => [name, shapeOf(input).optional()])),
  );
}

export type Detail = { label: string; value: string };

/** Details that every product has; null is left out. */
export type CommonDetails = {
  material: string | null;
  washCare: string | null;
  countryOfOrigin: string | null;
};

/**
 * The details of a product for the screen, in order: those of its kind, then material, wash care and origin. In: the
 * kind (null without a category), the stored category data, the common details. Missing or foreign fields are left
 * out, and so is a second material.
 */
export function detailsOf(kind: Kind | null, data: unknown, common: CommonDetails): Detail[] {
  const details: Detail[] = [];
  if (kind) {
    const stored = shapeOfKind(kind).safeParse(data);
    const known = new Map<string, unknown>(Object.entries(stored.success ? stored.data : {}));
    for (const { name, label, input } of detailFields[kind]) {
      const value = [known.get(name) ?? []].flat().join(", ");
      if (value !== "") details.push({ label, value: shown(input, value) });
    }
  }
  const add = (label: string, value: string | null) => {
    if (value) details.push({ label, value });
  };
  if (!details.some(({ label, value }) => label === "Material" || value === common.material))
    add("Material", common.material);
  add("Wash care", common.washCare);
  add("Country of origin", common.countryOfOrigin);
  return details;
}

export type ReadDetails = { data: Record<string, unknown>; errors: Record<string, string> };

/**
 * Parses the details of a form for storage. In: the kind (null: nothing is stored), the texts by field, and the sizes
 * and colours of the variants, which some fields follow. Empty texts are left out, so that a product can be saved
 * before everything is known. Out: the data and the errors by field.
 */
export function readDetails(
  kind: Kind | null,
  texts: Record<string, string>,
  { sizes, colours }: { sizes: string[]; colours: string[] },
): ReadDetails {
  const data: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of kind ? detailFields[kind] : []) {
    const value = storedOf(field, texts[field.name]?.trim() ?? "", { sizes, colours });
    if (value === undefined) continue;
    const read = shapeOf(field.input).safeParse(value);
    if (read.success) data[field.name] = read.data;
    else errors[field.name] = detailError(field);
  }
  return { data, errors };
}

function storedOf({ input }: DetailField, text: string, of: { sizes: string[]; colours: string[] }): unknown {
  if (input.as === "follows" && input.what === "colours")
    return of.colours.join(", ").slice(0, 120) || undefined;
  if (input.as === "follows") return of.sizes.length > 0 ? of.sizes : undefined;
  if (text === "") return undefined;
  return input.as === "number" ? Number(text) : text;
}

function detailError({ label, input }: DetailField): string {
  if (input.as === "number") return `${label}: a number from ${input.from} to ${input.to} (${input.unit}).`;
  if (input.as === "words") return `${label}: at most 120 characters.`;
  const choices = input.as === "choice" ? input.choices : input.what === "sizes" ? input.sizes : [];
  return `${label}: one of ${choices.join(", ")}.`;
}

function shown(input: DetailInput, value: string): string {
  if (input.as === "number") return `${value} ${input.unit}`;
  return input.as === "choice" ? value.charAt(0).toUpperCase() + value.slice(1) : value;
}
