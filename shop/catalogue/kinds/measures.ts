import type { SizeGuide } from "./size-guide.ts";

/** What may be measured on a size of a product, in the order of forms and tables. */
export const measures = [
  "chest",
  "waist",
  "hip",
  "length",
  "shoulder",
  "sleeve",
  "inseam",
  "foot-length",
] as const;
export type Measure = (typeof measures)[number];

export const measureLabels: Record<Measure, string> = {
  chest: "Chest",
  waist: "Waist",
  hip: "Hip",
  length: "Length",
  shoulder: "Shoulder",
  sleeve: "Sleeve",
  inseam: "Inseam",
  "foot-length": "Foot length",
};

/** One measure of one size. */
export type SizeMeasure = { size: string; measure: Measure; millimetres: number };

/** A longer text is no measure: a pattern would look through thousands of spaces for minutes. */
const longestMeasure = 60;

/** A length typed in centimetres with at most one decimal ("70.5"), in millimetres; null unless it is 1 to 250 cm. */
export function millimetresFrom(typed: string): number | null {
  if (typed.length > longestMeasure) return null;
  const text = typed.trim().replace(/\s*cm$/i, "");
  if (!/^\d{1,3}(\.\d)?$/.test(text)) return null;
  const millimetres = Math.round(Number(text) * 10);
  return millimetres >= 10 && millimetres <= 2500 ? millimetres : null;
}

/** Millimetres as centimetres: "70.5". */
export function centimetresText(millimetres: number): string {
  return String(millimetres / 10);
}

/**
 * Reads the measures of a size from a cell of an import: "chest 52; length 70.5", in centimetres. Out: null when a part
 * is not a known measure with a length, or a measure is repeated.
 */
export function readMeasures(cell: string): Omit<SizeMeasure, "size">[] | null {
  const read = cell
    .split(";")
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean)
    .map((part) => {
      if (part.length > longestMeasure) return null;
      const [, name, length] = /^([a-z][a-z -]*?)\s*:?\s+([\d.]+(?:\s*cm)?)$/.exec(part) ?? [];
      const measure = measures.find((one) => one === name?.trim().replaceAll(" ", "-"));
      const millimetres = millimetresFrom(length ?? "");
      return measure && millimetres !== null ? { measure, millimetres } : null;
    });
  const known = read.filter((one) => one !== null);
  const twice = new Set(known.map(({ measure }) => measure)).size < known.length;
  return known.length < read.length || twice ? null : known;
}

/** Measures of a size as an export writes them and `readMeasures` reads them. */
export function measuresText(some: readonly Omit<SizeMeasure, "size">[]): string {
  return measures
    .flatMap((measure) => some.find((one) => one.measure === measure) ?? [])
    .map(({ measure, millimetres }) => `${measure} ${centimetresText(millimetres)}`)
    .join("; ");
}

/** The table of a product's own measures, in centimetres: its sizes in their order. Null when nothing was measured. */
export function ownMeasures(sizes: readonly string[], some: readonly SizeMeasure[]): SizeGuide | null {
  const columns = measures.filter((measure) => some.some((one) => one.measure === measure));
  const rows = sizes.flatMap((size) => {
    const ofSize = new Map(
      some.flatMap((one) => (one.size === size ? [[one.measure, centimetresText(one.millimetres)]] : [])),
    );
    return ofSize.size > 0 ? [[size, ...columns.map((measure) => ofSize.get(measure) ?? "–")]] : [];
  });
  if (rows.length === 0) return null;
  return {
    note: "Measured on the product itself, laid flat, in centimetres.",
    columns: ["Size", ...columns.map((measure) => measureLabels[measure])],
    rows,
  };
}
