import { z } from "zod";
import type { Kind } from "./catalogue.ts";

const words = z.string().trim().min(1).max(120);

/**
 * What is told about a product of each kind, besides what every product tells (specification, section 3).
 * Sizes and colours follow the variants; they stand here for imports and for the details shown.
 */
const detailShapes = {
  dress: z.object({
    sizes: z.array(z.enum(["S", "M", "L", "XL", "XXL"])),
    fabric: words,
    colors: words,
    gender: z.enum(["men", "women", "unisex"]),
  }),
  watch: z.object({
    /** Millimetres. */
    dialSize: z.number().min(10).max(80),
    strapMaterial: words,
    waterResistance: words,
    warranty: words,
  }),
  shoes: z.object({
    shoeSizes: z.array(z.enum(["6", "7", "8", "9", "10", "11", "12"])),
    material: words,
    soleType: words,
  }),
  bag: z.object({
    bagType: z.enum(["backpack", "sling", "handbag"]),
    /** Litres. */
    volume: z.number().min(0.1).max(200),
    material: words,
  }),
  accessories: z.object({
    material: words,
    adjustable: z.enum(["yes", "no"]),
    warranty: words,
    size: words,
  }),
} satisfies Record<Kind, z.ZodType>;

export type Detail = { label: string; value: string };

/** What every product tells about itself; null is left out. */
export type Told = { material: string | null; washCare: string | null; countryOfOrigin: string | null };

type Line = { label: string; show?: (value: string) => string };

const lines: Record<Kind, Record<string, Line>> = {
  dress: {
    fabric: { label: "Fabric" },
    sizes: { label: "Sizes" },
    colors: { label: "Colours" },
    gender: { label: "Gender", show: capital },
  },
  watch: {
    dialSize: { label: "Dial size", show: (value) => `${value} mm` },
    strapMaterial: { label: "Strap material" },
    waterResistance: { label: "Water resistance" },
    warranty: { label: "Warranty" },
  },
  shoes: {
    shoeSizes: { label: "Sizes (UK)" },
    material: { label: "Upper material" },
    soleType: { label: "Sole" },
  },
  bag: {
    bagType: { label: "Bag type", show: capital },
    volume: { label: "Volume", show: (value) => `${value} litres` },
    material: { label: "Material" },
  },
  accessories: {
    size: { label: "Size" },
    material: { label: "Material" },
    adjustable: { label: "Adjustable", show: capital },
    warranty: { label: "Warranty" },
  },
};

/**
 * The details of a product for the screen, in order: those of its kind, then material, wash care and origin.
 * In: the kind (null without a category), the stored category data, what every product tells. A field that is
 * missing or not of its kind is left out, and so is a material said twice.
 */
export function detailsOf(kind: Kind | null, data: unknown, told: Told): Detail[] {
  const details: Detail[] = [];
  if (kind) {
    const stored = detailShapes[kind].partial().safeParse(data);
    const known = new Map<string, unknown>(Object.entries(stored.success ? stored.data : {}));
    for (const [field, { label, show }] of Object.entries(lines[kind])) {
      const value = [known.get(field) ?? []].flat().join(", ");
      if (value !== "") details.push({ label, value: show ? show(value) : value });
    }
  }
  const add = (label: string, value: string | null) => {
    if (value) details.push({ label, value });
  };
  if (!details.some(({ value }) => value === told.material)) add("Material", told.material);
  add("Wash care", told.washCare);
  add("Country of origin", told.countryOfOrigin);
  return details;
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
