import { z } from "zod";
import { readTimeField, timeField } from "../dates.ts";
import { cleanLine } from "../text/clean-text.ts";

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

const slugs = (typed: string) => [
  ...new Set(
    typed
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  ),
];

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

const percent = z.coerce.number().int().min(1).max(100);

/** Parses the form of an offer. Out: the offer, or the errors by field. */
export function readOffer(
  fields: Map<string, string>,
): { ok: true; offer: OfferInput } | { ok: false; errors: Record<string, string> } {
  const title = cleanLine(fields.get("title") ?? "");
  const off = percent.safeParse(fields.get("percent") ?? "");
  const from = readTimeField(fields.get("validFrom") ?? "");
  const to = readTimeField(fields.get("validTo") ?? "");
  const scope = {
    products: slugs(fields.get("products") ?? ""),
    categories: slugs(fields.get("categories") ?? ""),
    collections: slugs(fields.get("collections") ?? ""),
  };
  const errors: Record<string, string> = {};
  if (title === "" || title.length > 120) errors.title = "A title of at most 120 characters.";
  if (!off.success) errors.percent = "A whole number from 1 to 100.";
  if (!from) errors.validFrom = "A day and a time.";
  if (!to) errors.validTo = "A day and a time.";
  if (from && to && from >= to) errors.validTo = "Later than the start.";
  if (Object.values(scope).every((refs) => refs.length === 0)) {
    errors.products = "At least one product, category or collection.";
  }
  if (!off.success || !from || !to || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, offer: { title, percent: off.data, validFrom: from, validTo: to, scope } };
}
