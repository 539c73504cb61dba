import { type Measure, measures, type SizeMeasure } from "../../shop/catalogue/kinds/measures.ts";
import type { DemoData } from "./demo-data.server.ts";

type Product = DemoData["products"][number];
type Gender = "women" | "men" | "unisex";
/** Millimetres of size M, laid flat. */
type Lengths = Partial<Record<Measure, number>>;

const upper: Record<Gender, Lengths> = {
  women: { chest: 480, shoulder: 375 },
  men: { chest: 530, shoulder: 450 },
  unisex: { chest: 540, shoulder: 460 },
};
const lower: Record<Gender, Lengths> = {
  women: { waist: 370, hip: 500 },
  men: { waist: 400, hip: 520 },
  unisex: { waist: 390, hip: 515 },
};
const dress: Lengths = { chest: 475, waist: 400 };

/** The measures of a type of garment: common ones by gender, and its own. */
const types: Record<string, (gender: Gender) => Lengths> = {
  "T-Shirts": (gender) => ({ ...upper[gender], length: gender === "women" ? 640 : 700, sleeve: 205 }),
  Tops: (gender) => ({ ...upper[gender], length: 590 }),
  "Polos & Henleys": (gender) => ({ ...upper[gender], length: 710, sleeve: 220 }),
  Shirts: (gender) => ({ ...upper[gender], length: gender === "women" ? 680 : 745 }),
  "Hoodies & Sweatshirts": (gender) => ({
    ...upper[gender],
    length: gender === "women" ? 630 : 690,
    sleeve: 610,
  }),
  "Jackets & Layers": (gender) => ({ ...upper[gender], length: gender === "women" ? 580 : 680 }),
  Kurtas: (gender) => ({ ...upper[gender], length: gender === "women" ? 1080 : 1000 }),
  Dresses: () => ({ ...dress, length: 1020 }),
  Skirts: (gender) => ({ ...lower[gender], length: 600 }),
  Jeans: (gender) => ({ ...lower[gender], length: 1020, inseam: 765 }),
  "Trousers & Joggers": (gender) => ({ ...lower[gender], length: 1000, inseam: 740 }),
  Shorts: (gender) => ({ ...lower[gender], length: 460, inseam: 190 }),
};

/** The effect of words in a name; null: the measure does not exist. */
const cuts: [RegExp, Partial<Record<Measure, number | null>>][] = [
  [/crop/i, { length: -150 }],
  [/oversize|boxy/i, { chest: 40 }],
  [/\bkurti|short kurta/i, { length: -270 }],
  [/long kurta/i, { length: 80 }],
  [/midi/i, { length: 120 }],
  [/maxi|long skirt/i, { length: 330 }],
  [/mini|tennis|short slip/i, { length: -180 }],
  [/wide|palazzo|baggy/i, { hip: 40 }],
  [/slim|skinny/i, { hip: -20 }],
  [/vest|tank|sleeveless/i, { sleeve: null }],
  [/(full|long) sleeve/i, { sleeve: 400 }],
];

/** The difference of one size. */
const steps: Record<Measure, number> = {
  chest: 25,
  waist: 25,
  hip: 25,
  length: 15,
  shoulder: 15,
  sleeve: 10,
  inseam: 5,
  "foot-length": 0,
};
const garmentSizes = ["S", "M", "L", "XL", "XXL"];

/** Millimetres of the inner sole by UK and India size: the foot's length of the size guide and room for the toes. */
const soles: Record<string, number> = { 6: 251, 7: 260, 8: 268, 9: 277, 10: 285, 11: 294, 12: 302 };

/**
 * The measures of each size of a demo product, in millimetres: by its type, its gender, words in its name and its
 * brand, since each brand cuts a little wider or narrower. Empty for products that are not worn in sizes.
 */
export function demoMeasures(product: Product): SizeMeasure[] {
  const sizes = [...new Set(product.variants.flatMap(({ size }) => size ?? []))];
  const type = types[product.category];
  if (!type) {
    return sizes.flatMap((size) => {
      const millimetres = soles[size];
      return millimetres ? { size, measure: "foot-length" as const, millimetres } : [];
    });
  }
  const medium = cutOf(product, type(genderOf(product)));
  return sizes.flatMap((size) =>
    measures.flatMap((measure) => {
      const more = garmentSizes.indexOf(size) - garmentSizes.indexOf("M");
      const millimetres = medium[measure];
      return millimetres ? { size, measure, millimetres: millimetres + more * steps[measure] } : [];
    }),
  );
}

function genderOf({ category_specific_data: { gender } }: Product): Gender {
  return gender === "women" || gender === "men" ? gender : "unisex";
}

function cutOf({ name, brand }: Product, lengths: Lengths): Lengths {
  const wider = (brand.length % 3) * 10 - 10;
  const changes = cuts.flatMap(([words, change]) => (words.test(name) ? change : []));
  const cut: Lengths = {};
  for (const measure of measures) {
    const length = lengths[measure];
    if (length === undefined || changes.some((change) => change[measure] === null)) continue;
    const girth = measure === "chest" || measure === "waist" || measure === "hip";
    const changed = changes.reduce((sum, change) => sum + (change[measure] ?? 0), length);
    cut[measure] = changed + (girth ? wider : 0);
  }
  return cut;
}
