import type { Colour } from "../catalogue.ts";
import { bySizeIn, letterSizes } from "../kinds/sizes.ts";
import { maxVariantRows, plainVariant, type VariantDraft } from "./product-draft.ts";

/**
 * The matrix of sizes x colours. In: the existing rows and the requested sizes and colours. Out: one row per pair;
 * existing rows keep what was typed. `order`: of all sizes by the shop's scales. Without sizes or colours the other alone gives the rows; without both there is one
 * row without options. At most 999 rows.
 */
export function variantMatrix(
  rows: VariantDraft[],
  sizes: string[],
  colours: Colour[],
  order: readonly string[] = letterSizes,
): VariantDraft[] {
  const there = new Map(rows.map((row) => [pairOf(row), row]));
  const requested = [...new Set(sizes.map((size) => size.trim()).filter(Boolean))].sort(bySizeIn(order));
  const shades = [
    ...new Map(
      colours.filter(({ name }) => name.trim()).map((one) => [one.name.trim().toLowerCase(), one]),
    ).values(),
  ];
  const pairs = (shades.length > 0 ? shades : [null]).flatMap((colour) =>
    (requested.length > 0 ? requested : [""]).map((size) => ({ size, colour })),
  );
  return pairs.slice(0, maxVariantRows).map(({ size, colour }) => {
    const made = {
      ...plainVariant,
      size,
      colour: colour?.name.trim() ?? "",
      hex: colour?.hex ?? "",
      stock: "0",
    };
    const stored = there.get(pairOf(made));
    return stored ? { ...stored, hex: made.hex } : made;
  });
}

/** The pair that must be unique in a product. */
export function pairOf({ size, colour }: Pick<VariantDraft, "size" | "colour">): string {
  return `${size.trim().toLowerCase()}|${colour.trim().toLowerCase()}`;
}

/** The sizes and colours of rows, each once, in order. */
export function optionsOf(
  rows: VariantDraft[],
  order: readonly string[] = letterSizes,
): { sizes: string[]; colours: Colour[] } {
  const sizes = [...new Set(rows.map(({ size }) => size.trim()).filter(Boolean))].sort(bySizeIn(order));
  const colours = new Map<string, Colour>();
  for (const { colour, hex } of rows) {
    const name = colour.trim();
    if (name && !colours.has(name.toLowerCase())) colours.set(name.toLowerCase(), { name, hex });
  }
  return { sizes, colours: [...colours.values()] };
}

/** Whether a product is sold without choosing a size or a colour. */
export function hasNoOptions(rows: VariantDraft[]): boolean {
  return rows.length === 1 && rows.every(({ size, colour }) => size === "" && colour === "");
}

/**
 * A SKU for a variant without one: "IND-5F0C-BLU-M". In: the product's name and id, the variant's size and colour,
 * and the SKUs in use in upper case; a number is added until it is unique.
 */
export function makeSku(
  product: { name: string; id: string },
  { size, colour }: { size: string | null; colour: string | null },
  taken: ReadonlySet<string>,
): string {
  const letters = (text: string) =>
    text
      .normalize("NFKD")
      .replace(/[^a-z0-9]/gi, "")
      .toUpperCase();
  const parts = [
    letters(product.name).slice(0, 3) || "SKU",
    product.id.slice(0, 4).toUpperCase(),
    letters(colour ?? "").slice(0, 3),
    letters(size ?? "").slice(0, 8),
  ];
  const sku = parts.filter(Boolean).join("-");
  for (let number = 1; ; number++) {
    const one = number === 1 ? sku : `${sku}-${number}`;
    if (!taken.has(one)) return one;
  }
}
