import type { Paise } from "../../money.ts";
import { cleanLine, cleanLines } from "../../text/clean-text.ts";
import { readCategoryChoice } from "../category-choice.ts";
import { readDetails } from "../details.ts";
import { namesMaterial, type ProductDetails } from "../kinds/attribute-sets.ts";
import { millimetresFrom, type SizeMeasure } from "../kinds/measures.ts";
import {
  maxVariants,
  type ProductDraft,
  type ProductStatus,
  productStatuses,
  type VariantDraft,
} from "./product-draft.ts";
import { paiseFrom, priceFault } from "./rupee-text.ts";
import { optionsOf, pairOf } from "./variant-matrix.ts";

export type VariantInput = {
  id: string | null;
  size: string | null;
  colour: string | null;
  hex: string | null;
  sku: string | null;
  price: Paise | null;
  /** Without tax; null for the product's. */
  cost: Paise | null;
  /** The initial stock of a new variant, or the change of an existing one. */
  step: number;
};

/** A validated product. */
export type ProductInput = {
  name: string;
  brand: string;
  description: string;
  price: Paise;
  originalPrice: Paise | null;
  /** What one piece costs the shop, without tax; null when it is not known. */
  cost: Paise | null;
  categoryId: string | null;
  /** A category to make for it, in place of `categoryId`. */
  newCategory: { name: string; kind: string } | null;
  collections: string[];
  data: Record<string, unknown>;
  /** The fields of its set of details; stored values of others stay. */
  dataFields: string[];
  measures: SizeMeasure[];
  hsnCode: string | null;
  countryOfOrigin: string | null;
  washCare: string | null;
  material: string | null;
  tags: string[];
  status: ProductStatus;
  pictures: { key: string; alt: string; colour: string | null }[];
  variants: VariantInput[];
};

/** Errors by form field. */
export type DraftErrors = Record<string, string>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const maxStock = 1_000_000;

/**
 * Validates a product's form (specification, section 5: name, price and stock are required, the price has at most two
 * decimals, the stock is a whole number). In: the draft, and the details and sizes of its category (null: none). A draft may lack
 * required details. Out: the product, or the errors.
 */
export function checkDraft(
  draft: ProductDraft,
  of: ProductDetails | null,
): { ok: true; value: ProductInput } | { ok: false; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const words = (field: keyof ProductDraft & string, most: number): string => {
    const text = cleanLines(String(draft[field]));
    if (text.length > most) errors[field] = `At most ${most} characters.`;
    return text;
  };
  const name = words("name", 200);
  if (name === "") errors.name = "Please write a name.";
  const price = paiseFrom(draft.price);
  const wrongPrice = priceFault(draft.price);
  if (wrongPrice) errors.price = wrongPrice;
  const amount = (field: "originalPrice" | "cost"): Paise | null => {
    const fault = draft[field].trim() !== "" && priceFault(draft[field]);
    if (fault) errors[field] = fault;
    return paiseFrom(draft[field]);
  };
  const hsnCode = words("hsnCode", 8);
  if (hsnCode !== "" && !/^[0-9]{4,8}$/.test(hsnCode)) errors.hsnCode = "An HSN code has 4 to 8 digits.";
  const status = productStatuses.find((one) => one === draft.status);
  if (!status) errors.status = "Please choose a status.";
  const choice = readCategoryChoice(draft.categoryId);
  if (draft.categoryId !== "" && !choice) errors.categoryId = "Please choose a category.";
  const newCategory = words("newCategory", 80);
  const isNew = choice !== null && "set" in choice;
  if (isNew && !of) errors.categoryId = "This set of details is not there any more. Please choose another.";
  if (isNew && newCategory === "") errors.newCategory = "Please write the name of the new category.";
  const tags = [...new Set(words("tags", 600).split(",").map(cleanLine).filter(Boolean))];
  const variants = checkVariants(draft.variants, of?.sizes ?? null, errors);
  const { sizes, colours } = optionsOf(draft.variants);
  const details = readDetails(of?.fields ?? [], draft.details, {
    sizes,
    colours: colours.map((one) => one.name),
    complete: status === "active",
  });
  for (const [field, text] of Object.entries(details.errors)) errors[`detail.${field}`] = text;
  const value = {
    name,
    brand: words("brand", 80),
    description: words("description", 5000),
    price: price ?? 0,
    originalPrice: amount("originalPrice"),
    cost: amount("cost"),
    categoryId: choice && "id" in choice ? choice.id : null,
    newCategory: isNew ? { name: newCategory, kind: choice.set } : null,
    collections: [...new Set(draft.collections)],
    data: details.data,
    dataFields: of?.fields.map(({ key }) => key) ?? [],
    measures: checkMeasures(draft, sizes, of?.measures ?? [], errors),
    hsnCode: hsnCode || null,
    countryOfOrigin: words("countryOfOrigin", 60) || null,
    washCare: words("washCare", 200) || null,
    material: (namesMaterial(of) ? cleanLine(draft.details.material ?? "") : words("material", 120)) || null,
    tags,
    status: status ?? "draft",
    pictures: checkPictures(
      draft,
      colours.map((one) => one.name),
      errors,
    ),
    variants,
  };
  return Object.keys(errors).length > 0 ? { ok: false, errors } : { ok: true, value };
}

/** The measures of the sizes that the product has; those of a removed size are dropped. */
function checkMeasures(
  { measures }: ProductDraft,
  sizes: string[],
  taken: ProductDetails["measures"],
  errors: DraftErrors,
) {
  return sizes.flatMap((size) =>
    taken.flatMap((measure): SizeMeasure[] => {
      const typed = measures[`${size}.${measure}`]?.trim() ?? "";
      if (typed === "") return [];
      const millimetres = millimetresFrom(typed);
      if (millimetres !== null) return [{ size, measure, millimetres }];
      errors[`measure.${size}.${measure}`] = "Centimetres from 1 to 250, with at most one decimal.";
      return [];
    }),
  );
}

function checkPictures({ pictures }: ProductDraft, colours: string[], errors: DraftErrors) {
  return pictures.map(({ key, alt, colour }, at) => {
    if (!/^[0-9a-f]{32}$/.test(key)) errors.pictures = "One picture is not known. Please add it again.";
    const words = cleanLine(alt);
    if (words.length > 300) errors[`picture.${at}.alt`] = "At most 300 characters.";
    // A colour that is no longer sold is dropped.
    return { key, alt: words, colour: colours.find((one) => one === colour.trim()) ?? null };
  });
}

function checkVariants(
  rows: VariantDraft[],
  allowed: ProductDetails["sizes"],
  errors: DraftErrors,
): VariantInput[] {
  if (rows.length === 0) errors.variants = "A product needs at least one variant.";
  if (rows.length > maxVariants)
    errors.variants = `A product has at most ${maxVariants} variants, and these are ${rows.length}. Please remove some, or make two products of it.`;
  const { colours } = optionsOf(rows);
  const pairs = new Set<string>();
  const skus = new Set<string>();
  return rows.map((row, at) => {
    const wrong = (field: string, text: string) => {
      errors[`variant.${at}.${field}`] = text;
    };
    const [size, colour, sku] = [cleanLine(row.size), cleanLine(row.colour), cleanLine(row.sku)];
    if (pairs.has(pairOf(row))) wrong("size", "This size and colour is already there.");
    pairs.add(pairOf(row));
    if (size.length > 20) wrong("size", "At most 20 characters.");
    if (size !== "" && allowed && !allowed.includes(size))
      wrong("size", `Sizes here are ${allowed.join(", ")}.`);
    const shade = colours.find(({ name }) => name.toLowerCase() === colour.toLowerCase());
    if (colour.length > 60) wrong("colour", "At most 60 characters.");
    if (shade && !/^#[0-9a-f]{6}$/i.test(shade.hex))
      wrong("colour", `Please choose the shade of ${shade.name}.`);
    if (sku.length > 60) wrong("sku", "At most 60 characters.");
    if (sku !== "" && skus.has(sku.toUpperCase())) wrong("sku", "This SKU stands here twice.");
    skus.add(sku.toUpperCase());
    const own = (field: "price" | "cost"): Paise | null => {
      const fault = row[field].trim() !== "" && priceFault(row[field]);
      if (fault) wrong(field, fault);
      return paiseFrom(row[field]);
    };
    const stock = wholeNumber(row.stock);
    if (stock === null) wrong("stock", "Please write how many are there: 0 or more.");
    const known = uuid.test(row.id);
    return {
      id: known ? row.id.toLowerCase() : null,
      size: size || null,
      colour: shade?.name ?? null,
      hex: shade?.hex.toLowerCase() ?? null,
      sku: sku || null,
      price: own("price"),
      cost: own("cost"),
      step: (stock ?? 0) - (known ? (wholeNumber(row.seen) ?? stock ?? 0) : 0),
    };
  });
}

function wholeNumber(text: string): number | null {
  const number = /^\d{1,7}$/.test(text.trim()) ? Number(text) : null;
  return number !== null && number <= maxStock ? number : null;
}
