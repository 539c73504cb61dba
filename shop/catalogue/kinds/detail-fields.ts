import type { Kind } from "../catalogue.ts";

/** How a detail is entered. `follows` fields are derived from the variants. */
export type DetailInput =
  | { as: "words" }
  | { as: "number"; from: number; to: number; unit: string }
  | { as: "choice"; choices: readonly string[] }
  | { as: "follows"; what: "sizes"; sizes: readonly string[] }
  | { as: "follows"; what: "colours" };

export type DetailField = { name: string; label: string; input: DetailInput };

/** The selectable sizes (specification, section 9). */
const dressSizes = ["S", "M", "L", "XL", "XXL"] as const;
const shoeSizes = ["6", "7", "8", "9", "10", "11", "12"] as const;

const words = (name: string, label: string): DetailField => ({ name, label, input: { as: "words" } });

/**
 * The detail fields of each kind, besides the common ones, in the order of the screen (specification, section 3).
 * Forms, validation, product pages and imports are generated from this list.
 */
export const detailFields: Record<Kind, readonly DetailField[]> = {
  dress: [
    words("fabric", "Fabric"),
    { name: "sizes", label: "Sizes", input: { as: "follows", what: "sizes", sizes: dressSizes } },
    { name: "colors", label: "Colours", input: { as: "follows", what: "colours" } },
    { name: "gender", label: "Gender", input: { as: "choice", choices: ["men", "women", "unisex"] } },
  ],
  watch: [
    { name: "dialSize", label: "Dial size", input: { as: "number", from: 10, to: 80, unit: "mm" } },
    words("strapMaterial", "Strap material"),
    words("waterResistance", "Water resistance"),
    words("warranty", "Warranty"),
  ],
  shoes: [
    { name: "shoeSizes", label: "Sizes (UK)", input: { as: "follows", what: "sizes", sizes: shoeSizes } },
    words("material", "Upper material"),
    words("soleType", "Sole"),
  ],
  bag: [
    {
      name: "bagType",
      label: "Bag type",
      input: { as: "choice", choices: ["backpack", "sling", "handbag"] },
    },
    { name: "volume", label: "Volume", input: { as: "number", from: 0.1, to: 200, unit: "litres" } },
    words("material", "Material"),
  ],
  accessories: [
    words("size", "Size"),
    words("material", "Material"),
    { name: "adjustable", label: "Adjustable", input: { as: "choice", choices: ["yes", "no"] } },
    words("warranty", "Warranty"),
  ],
};

/** Whether the fields of a kind have the material, which is then typed once and is that of the product too. */
export function namesMaterial(kind: Kind | null): boolean {
  return kind !== null && detailFields[kind].some(({ label }) => label === "Material");
}

/**
 * The title of the form section. The kind "dress" is the specification's word for all clothing; "Dress details" is
 * said of dresses only. In: the kind and its category's name.
 */
export function detailsTitle(kind: Kind, category: string): string {
  const label = kind === "dress" && /\bdress(?:es)?\b/i.test(category) ? "Dress" : kindLabels[kind];
  return `${label} details`;
}

const kindLabels: Record<Kind, string> = {
  dress: "Clothing",
  watch: "Watch",
  shoes: "Shoes",
  bag: "Bag",
  accessories: "Accessories",
};

/** The allowed sizes of a kind; null when any text is allowed. */
export function sizesOf(kind: Kind | null): readonly string[] | null {
  for (const { input } of kind ? detailFields[kind] : []) {
    if (input.as === "follows" && input.what === "sizes") return input.sizes;
  }
  return null;
}
