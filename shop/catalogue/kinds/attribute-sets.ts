import { z } from "zod";
import { choiceField, numberField, textField, yesNoField } from "../../fields/fields.ts";
import type { measures } from "./measures.ts";

/* Sets of details: which fields the products of a category have besides the common ones. */

/** Where a value is shown: on the product's page, or to staff only. `filter`: lists of products can be filtered by it. */
const placed = { filter: z.boolean().default(false), shown: z.enum(["page", "staff"]).default("page") };
/** Fields that follow the variants of a product, and are not typed. */
const followed = { key: textField.shape.key, label: textField.shape.label, ...placed };

const attributeField = z.discriminatedUnion("kind", [
  textField.extend(placed),
  numberField.extend(placed),
  choiceField.extend(placed),
  yesNoField.extend(placed),
  z.object({ ...followed, kind: z.literal("sizes") }),
  z.object({ ...followed, kind: z.literal("colours") }),
]);
export type AttributeField = z.output<typeof attributeField>;
/** A field that is typed in. */
export type TypedField = Exclude<AttributeField, { kind: "sizes" | "colours" }>;

export const attributeKinds = {
  text: "Text",
  number: "Number with a unit",
  choice: "Choice",
  "yes-no": "Yes or no",
  sizes: "Sizes of its variants",
  colours: "Colours of its variants",
} as const satisfies Record<AttributeField["kind"], string>;

export const mostFields = 40;
/** The fields of a set as they are stored. */
export const attributeFields = z.array(attributeField).max(mostFields);

/** A set of details. `heading`: of its section of the product's form. */
export type AttributeSet = {
  key: string;
  name: string;
  heading: string;
  fields: AttributeField[];
  /** What may be measured on a size of its products. */
  measures: (typeof measures)[number][];
  /** The size scale of categories that have none of their own; null: sizes are typed. */
  sizeScale: string | null;
};

/** What a product's form and checks need of its category: its set of details, and its sizes (null: any text). */
export type ProductDetails = Pick<AttributeSet, "key" | "heading" | "fields" | "measures"> & {
  sizes: readonly string[] | null;
};

/** The fields that are typed in: all but those that follow the variants. */
export function typedFields(fields: readonly AttributeField[]): TypedField[] {
  return fields.filter((field): field is TypedField => field.kind !== "sizes" && field.kind !== "colours");
}

/** Fields whose values lists can be filtered by: those that have few values. */
export function filterFields(fields: readonly AttributeField[]): TypedField[] {
  return typedFields(fields).filter(({ kind, filter }) => filter && (kind === "choice" || kind === "yes-no"));
}

/** Whether the fields have the material, which is then typed once and is that of the product too. */
export function namesMaterial(details: Pick<ProductDetails, "fields"> | null): boolean {
  return details?.fields.some(({ key, label }) => key === "material" && label === "Material") === true;
}

/**
 * The title of the form section. The set "dress" is the specification's word for all clothing; "Dress details" is
 * said of dresses only. In: the set and its category's name.
 */
export function detailsTitle({ key, heading }: Pick<AttributeSet, "key" | "heading">, category: string) {
  return key === "dress" && /\bdress(?:es)?\b/i.test(category) ? "Dress details" : heading;
}
