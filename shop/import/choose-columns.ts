import { parse } from "csv-parse/sync";
import { z } from "zod";
import { cutText } from "../../platform/text/cut-text.ts";
import { unescapeFormula } from "../csv.ts";
import { cleanLine } from "../text/clean-text.ts";
import { type ImportFormat, type OwnColumn, ownColumns } from "./draft.ts";
import { separationOf, textPieces } from "./text-of-file.ts";

/**
 * What headings of files of no known shop stand for: a column of our own format or the label of a detail by the heading
 * in lower case, "" for a column that is left out.
 */
export type ProductColumns = ReadonlyMap<string, string>;

const lower = (text: string) => text.toLowerCase();
/** The columns of our own format in lower case. */
const ownNames: ReadonlySet<string> = new Set(ownColumns.map(lower));

/** The headings with the names of the columns that they stand for; one that the file has itself goes before. */
export function meantHeadings(headings: readonly string[], columns: ProductColumns): string[] {
  const there = new Set(headings.map(lower));
  return headings.map((heading) => {
    const meant = ownNames.has(lower(heading)) ? "" : (columns.get(lower(heading)) ?? "");
    return meant === "" || there.has(lower(meant)) ? heading : meant;
  });
}

/** The format of a file by its headings in lower case. */
export function formatOf(names: { has(name: string): boolean }): ImportFormat {
  if (names.has("handle") || names.has("url handle")) return "shopify";
  return names.has("regular price") ? "woocommerce" : "own";
}

/**
 * The columns of a file whose headings are not ours, with what each seems to be and a cell of it. `fault`: two are
 * chosen as the same `column`, or none has the names of the products.
 */
export type AskedColumns = {
  fault: { code: "twice"; column: string } | { code: "no-name" } | null;
  columns: { heading: string; sample: string; meant: string }[];
};

/**
 * What is to be asked before a file is read; null for nothing: it is another shop's, or each of its headings is ours, a
 * detail's, or was decided (`columns`). Reads only its beginning; one that cannot be read is no question.
 */
export function askedColumns(
  bytes: Uint8Array,
  columns: ProductColumns,
  labels: readonly string[],
): AskedColumns | null {
  const [typed = [], first = []] = firstRecords(bytes);
  const headings = typed.map(cleanLine);
  const names = headings.map(lower);
  if (new Set(names.filter(Boolean)).size < names.filter(Boolean).length) return null;
  // One column is no list of products, but a text or a file of another kind.
  if (names.filter(Boolean).length < 2 || formatOf(new Set(names)) !== "own") return null;
  const known = new Set([...ownNames, ...labels.map(lower), ""]);
  const others = headings.filter((heading) => !known.has(lower(heading)));
  if (others.length === 0) return null;
  const targets = new Set([...ownColumns, ...labels].map(lower));
  const decided = new Map([...columns].filter(([, meant]) => meant === "" || targets.has(lower(meant))));
  const meant = meantHeadings(headings, decided);
  const counted = meant.map(lower).filter(Boolean);
  const twice = meant.find((one, at) => counted.indexOf(lower(one)) < at && one !== "");
  const lacksName = !counted.includes("slug") && !counted.includes("name");
  const isDecided = others.every((heading) => decided.has(lower(heading)));
  if (isDecided && !twice && !lacksName) return null;
  const taken = new Set(counted);
  return {
    fault: twice ? { code: "twice", column: twice } : isDecided && lacksName ? { code: "no-name" } : null,
    columns: others.map((heading) => {
      const guess = decided.get(lower(heading)) ?? guessOf(heading, taken);
      taken.add(lower(guess));
      const sample = cleanLine(unescapeFormula(first[headings.indexOf(heading)] ?? ""));
      return { heading, sample: cutText(sample, 60), meant: guess };
    }),
  };
}

const records = z.array(z.array(z.string()));

/** The headings and the first row; none of a file that cannot be read, which says so when it is checked. */
function firstRecords(bytes: Uint8Array): string[][] {
  try {
    const [start = ""] = textPieces(bytes);
    const { separator, skipped } = separationOf(start);
    const options = {
      bom: true,
      delimiter: separator,
      relax_column_count: true,
      skip_empty_lines: true,
      to: 2,
    };
    return records.parse(parse(start.slice(skipped), options));
  } catch {
    return [];
  }
}

/** Usual headings of spreadsheets and price lists, letters and digits only. What they stand for is asked all the same. */
const guesses: Partial<Record<OwnColumn, readonly string[]>> = {
  Name: ["itemname", "productname", "producttitle", "product", "item", "title", "itemdescription"],
  Price: ["sellingprice", "saleprice", "ourprice", "unitprice", "rate", "sp", "pricers", "priceinr"],
  MRP: ["mrprs", "mrpinr", "listprice", "maximumretailprice", "originalprice", "compareatprice"],
  Stock: ["qty", "quantity", "stockqty", "inventory", "available", "units", "pieces", "pcs"],
  Colour: ["color", "shade"],
  SKU: ["itemcode", "productcode", "skucode", "code", "articleno", "stylecode", "barcode"],
  "HSN code": ["hsn", "hsnsac", "hsnno"],
  "Cost per item": ["cost", "costprice", "purchaseprice", "buyingprice"],
  Category: ["type", "producttype", "department", "group"],
  Brand: ["vendor", "manufacturer", "make", "company"],
  Description: ["desc", "about", "longdescription", "details"],
  "Country of origin": ["origin", "madein"],
  Tags: ["keywords", "labels"],
  Picture: ["image", "imageurl", "photo", "picture1", "imagelink"],
};

function guessOf(heading: string, taken: ReadonlySet<string>): string {
  const bare = heading.toLowerCase().replace(/[^a-z0-9]/g, "");
  const found = ownColumns.find((column) => guesses[column]?.includes(bare));
  return found && !taken.has(lower(found)) ? found : "";
}
