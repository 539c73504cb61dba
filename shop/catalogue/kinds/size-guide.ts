/** Body measures in centimetres. The first cell of each row is the size; `columns` names all cells. */
export type SizeGuide = { note: string; columns: string[]; rows: string[][] };

type Gender = "men" | "women" | "unisex";

const bodyNote = "Body measures in centimetres. If you are between two sizes, choose the larger one.";

const tops: Record<Gender, SizeGuide> = {
  women: {
    note: bodyNote,
    columns: ["Size", "Bust", "Waist", "Hip", "Shoulder"],
    rows: [
      ["S", "82–86", "66–70", "90–94", "36"],
      ["M", "87–91", "71–75", "95–99", "37.5"],
      ["L", "92–97", "76–81", "100–105", "39"],
      ["XL", "98–103", "82–87", "106–111", "40.5"],
      ["XXL", "104–110", "88–94", "112–118", "42"],
    ],
  },
  men: {
    note: bodyNote,
    columns: ["Size", "Chest", "Waist", "Shoulder"],
    rows: [
      ["S", "90–95", "75–80", "43.5"],
      ["M", "96–101", "81–86", "45"],
      ["L", "102–107", "87–92", "46.5"],
      ["XL", "108–113", "93–98", "48"],
      ["XXL", "114–120", "99–105", "49.5"],
    ],
  },
  unisex: {
    note: `${bodyNote} Cut for everybody: for a closer fit on a woman's frame take one size smaller.`,
    columns: ["Size", "Chest", "Shoulder"],
    rows: [
      ["S", "88–94", "43"],
      ["M", "95–101", "45"],
      ["L", "102–108", "47"],
      ["XL", "109–115", "49"],
      ["XXL", "116–122", "51"],
    ],
  },
};

const bottoms: Record<Gender, SizeGuide> = {
  women: {
    note: bodyNote,
    columns: ["Size", "Waist", "Hip", "Inside leg"],
    rows: [
      ["S", "66–70", "90–94", "74"],
      ["M", "71–75", "95–99", "75"],
      ["L", "76–81", "100–105", "76"],
      ["XL", "82–87", "106–111", "76"],
      ["XXL", "88–94", "112–118", "77"],
    ],
  },
  men: {
    note: bodyNote,
    columns: ["Size", "Waist", "Hip", "Inside leg"],
    rows: [
      ["S", "72–76", "90–94", "78"],
      ["M", "77–82", "95–99", "79"],
      ["L", "83–88", "100–104", "80"],
      ["XL", "89–94", "105–109", "80"],
      ["XXL", "95–101", "110–115", "81"],
    ],
  },
  unisex: {
    note: bodyNote,
    columns: ["Size", "Waist", "Hip", "Inside leg"],
    rows: [
      ["S", "69–74", "90–94", "76"],
      ["M", "75–80", "95–99", "77"],
      ["L", "81–86", "100–105", "78"],
      ["XL", "87–92", "106–111", "79"],
      ["XXL", "93–99", "112–118", "79"],
    ],
  },
};

const shoes: SizeGuide = {
  note: "Stand on a sheet of paper, mark heel and longest toe, and measure between the marks.",
  columns: ["UK / India", "EU", "Foot length (cm)"],
  rows: [
    ["6", "39–40", "24.5"],
    ["7", "41", "25.4"],
    ["8", "42", "26.2"],
    ["9", "43", "27.1"],
    ["10", "44–45", "27.9"],
    ["11", "46", "28.8"],
    ["12", "47", "29.6"],
  ],
};

const bottomCategories = new Set(["jeans", "trousers-and-joggers", "shorts", "skirts"]);

/**
 * The size table of a product, with the rows of its sizes only. In: its kind, its category's slug, the gender, its
 * sizes. Out: null for products without sizes.
 */
export function sizeGuideFor(
  kind: string | null,
  { category, gender, sizes }: { category: string | null; gender: Gender; sizes: string[] },
): SizeGuide | null {
  if (kind !== "dress" && kind !== "shoes") return null;
  const guide = kind === "shoes" ? shoes : (bottomCategories.has(category ?? "") ? bottoms : tops)[gender];
  const rows = guide.rows.filter(([size]) => size !== undefined && sizes.includes(size));
  return rows.length > 0 ? { ...guide, rows } : null;
}
