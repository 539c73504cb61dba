import { groupedDigits } from "../../money.ts";
import type { VariantDraft } from "./product-draft.ts";

/** The columns of the variant table that are typed, in the order of the table. */
export const variantColumns = ["stock", "price", "cost", "sku"] as const;
export type VariantColumn = (typeof variantColumns)[number];

/** A colour or a size as a part of a SKU: "Off white" is "OFFWHITE". */
function skuCode(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[^a-z0-9]/gi, "")
    .toUpperCase();
}

/**
 * Sets a column. In: the rows, which of them (their numbers), the value. In the column of SKUs the value is a pattern
 * with `{colour}` and `{size}`, both added when it has neither; a SKU that would stand there twice gets a number.
 * Out: all rows.
 */
export function setColumn(
  rows: VariantDraft[],
  chosen: ReadonlySet<number>,
  column: VariantColumn,
  value: string,
): VariantDraft[] {
  if (column !== "sku" || value.trim() === "")
    return rows.map((row, at) => (chosen.has(at) ? { ...row, [column]: value.trim() } : row));
  const pattern = /\{(colour|size)\}/i.test(value) ? value.trim() : `${value.trim()}-{colour}-{size}`;
  return withSkus(rows, chosen, ({ colour, size }) =>
    pattern
      .replace(/\{colour\}/gi, skuCode(colour))
      .replace(/\{size\}/gi, skuCode(size))
      // What a product has no colours or sizes for leaves two hyphens.
      .replace(/-{2,}/g, "-")
      .replace(/^-|-$/g, ""),
  );
}

/**
 * Copies the value of the first chosen row into the other chosen rows. A SKU is carried over with the colour and size of
 * each row: "KUR-IND-S" becomes "KUR-ROS-M". Out: all rows.
 */
export function fillDown(
  rows: VariantDraft[],
  chosen: ReadonlySet<number>,
  column: VariantColumn,
): VariantDraft[] {
  const from = Math.min(...chosen);
  const first = rows[from];
  if (!first) return rows;
  if (column !== "sku" || first.sku.trim() === "") return setColumn(rows, chosen, column, first[column]);
  const others = new Set([...chosen].filter((at) => at !== from));
  return withSkus(rows, others, skuLike(first));
}

/** Makes SKUs like that of a row: its parts that are the row's colour, shortened perhaps, or size are replaced. */
function skuLike(first: VariantDraft): (row: VariantDraft) => string {
  const [colour, size] = [skuCode(first.colour), skuCode(first.size)];
  const parts = first.sku.trim().split(/([-_/. ])/);
  const kinds = parts.map((part, at) => {
    const code = part.toUpperCase();
    if (at > 0 && size !== "" && code === size) return "size";
    return at > 0 && code.length >= 2 && colour.startsWith(code) ? "colour" : "same";
  });
  const lacks = kinds.every((kind) => kind === "same");
  return (row) => {
    const made = parts.map((part, at) => {
      if (kinds[at] === "size") return skuCode(row.size);
      return kinds[at] === "colour" ? skuCode(row.colour).slice(0, Math.max(3, part.length)) : part;
    });
    const own = [skuCode(row.colour), skuCode(row.size)].filter(Boolean);
    return lacks ? [made.join(""), ...own].join("-") : made.join("");
  };
}

function withSkus(
  rows: VariantDraft[],
  chosen: ReadonlySet<number>,
  skuOf: (row: VariantDraft) => string,
): VariantDraft[] {
  const taken = new Set(rows.flatMap(({ sku }, at) => (chosen.has(at) ? [] : sku.trim().toUpperCase())));
  return rows.map((row, at) => {
    if (!chosen.has(at)) return row;
    const plain = skuOf(row).slice(0, 56);
    let sku = plain;
    for (let number = 2; taken.has(sku.toUpperCase()); number++) sku = `${plain}-${number}`;
    taken.add(sku.toUpperCase());
    return { ...row, sku };
  });
}

/**
 * Pastes cells of a spreadsheet from a row and a column on: lines go down, tabs to the right. In: the columns that may
 * be changed. Out: all rows, how many of them were filled, and how many lines had no row.
 */
export function pasteCells(
  rows: VariantDraft[],
  { at, column, text }: { at: number; column: VariantColumn; text: string },
  changeable: readonly VariantColumn[] = variantColumns,
): { rows: VariantDraft[]; filled: number; left: number } {
  const lines = text.replace(/\r\n?/g, "\n").replace(/\n+$/, "").split("\n");
  const columns = variantColumns.slice(variantColumns.indexOf(column));
  const next = rows.map((row, place) => {
    const cells = lines[place - at]?.split("\t");
    if (place < at || !cells) return row;
    const typed = columns.flatMap((name, place) => {
      const cell = cells[place];
      return cell === undefined || !changeable.includes(name) ? [] : [[name, plainCell(name, cell)] as const];
    });
    return { ...row, ...Object.fromEntries(typed) };
  });
  const filled = Math.min(lines.length, rows.length - at);
  return { rows: next, filled, left: lines.length - filled };
}

/**
 * "₹1,299.00" and "1,200" as spreadsheets show them, without sign and separators. Commas that group no digits stay, so
 * that the form refuses them: "12,50" is not 1250.
 */
function plainCell(column: VariantColumn, cell: string): string {
  if (column === "sku") return cell.trim();
  const typed = cell.replace(/₹|\bRs\.?|\s/gi, "");
  const [whole = ""] = typed.split(".");
  return groupedDigits.test(whole) ? typed.replaceAll(",", "") : typed;
}
