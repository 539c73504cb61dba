import { z } from "zod";
import { readTimeField, timeField } from "../dates.ts";
import { cleanLine } from "../text/clean-text.ts";
import { always, type FormFields, type FormRead, fieldReadBy, readForm } from "../text/read-form.ts";

export type OfferState = "running" | "coming" | "ended";

export type OfferScope = { products: string[]; categories: string[]; collections: string[] };

export type OfferInput = {
  title: string;
  /** Whole percent off the MRP (specification, section 9). */
  percent: number;
  validFrom: Date;
  validTo: Date;
  /** By slug. */
  scope: OfferScope;
};

export const emptyOffer: Record<string, string> = {
  title: "",
  percent: "",
  validFrom: "",
  validTo: "",
  categories: "",
  collections: "",
  products: "",
};

/** An offer as form fields; times are Indian. */
export function offerFields({
  title,
  percent,
  validFrom,
  validTo,
  scope,
}: OfferInput): Record<string, string> {
  return {
    title,
    percent: String(percent),
    validFrom: timeField(validFrom),
    validTo: timeField(validTo),
    categories: scope.categories.join(", "),
    collections: scope.collections.join(", "),
    products: scope.products.join("\n"),
  };
}

/** The slugs in a field, each once: separated by commas, spaces or lines. */
export function slugsIn(typed: string): string[] {
  const slugs = typed
    .toLowerCase()
    .replaceAll("\0", "")
    .split(/[\s,]+/);
  return [...new Set(slugs.filter(Boolean))];
}

const slugs = z.string().transform(slugsIn);
const wholePercent = "A whole number from 1 to 100.";
const time = fieldReadBy(readTimeField, "A day and a time, in the years 2000 to 2100.");

const offerForm = z
  .object({
    title: z
      .string()
      .overwrite(cleanLine)
      .min(1, "A title of at most 120 characters.")
      .max(120, "A title of at most 120 characters."),
    percent: z.coerce.number(wholePercent).int(wholePercent).min(1, wholePercent).max(100, wholePercent),
    validFrom: time,
    validTo: time,
    categories: slugs,
    collections: slugs,
    products: slugs,
  })
  .refine(({ validFrom, validTo }) => !(validFrom >= validTo), {
    path: ["validTo"],
    message: "Later than the start.",
    when: always,
  })
  .refine(
    ({ products, categories, collections }) => products.length + categories.length + collections.length > 0,
    {
      path: ["products"],
      message: "At least one product, category or collection.",
      when: always,
    },
  );

/** Reads the form of an offer. */
export function readOffer(fields: FormFields): FormRead<OfferInput> {
  const read = readForm(offerForm, fields);
  if (!read.ok) return read;
  const { products, categories, collections, ...offer } = read.value;
  return { ok: true, value: { ...offer, scope: { products, categories, collections } } };
}
