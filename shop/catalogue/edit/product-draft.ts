import { cleanLines } from "../../text/clean-text.ts";

export const productStatuses = ["draft", "active", "archived"] as const;
export type ProductStatus = (typeof productStatuses)[number];

/** One row of the variant matrix as typed. `id` is "" for a new one. */
export type VariantDraft = {
  id: string;
  size: string;
  colour: string;
  hex: string;
  sku: string;
  /** Rupees; "" for the product's price. */
  price: string;
  /** Rupees without tax; "" for the product's cost. */
  cost: string;
  stock: string;
  /** The stock when the form was opened: the difference from it is saved. "" for a new row. */
  seen: string;
  /** Reserved units, for display. */
  reserved: number;
};

export type PictureDraft = { key: string; alt: string; colour: string };

/** A product as its form holds it: all texts, valid or not, so that nothing typed is lost. */
export type ProductDraft = {
  /** The version that the form was opened with; "" for a new product. */
  version: string;
  name: string;
  brand: string;
  description: string;
  price: string;
  originalPrice: string;
  /** What one piece costs the shop, in rupees without tax; "" when it is not known. */
  cost: string;
  /** A category's id, "new:shoes" for a new one of a kind, or "" for none. */
  categoryId: string;
  /** The name of the new category. */
  newCategory: string;
  collections: string[];
  /** By field of its set of details (shop/catalogue/kinds/attribute-sets.ts). */
  details: Record<string, string>;
  /** Centimetres by `${size}.${measure}` (shop/catalogue/kinds/measures.ts). */
  measures: Record<string, string>;
  hsnCode: string;
  countryOfOrigin: string;
  washCare: string;
  material: string;
  tags: string;
  status: string;
  pictures: PictureDraft[];
  variants: VariantDraft[];
};

/** Sizes times colours of a product. */
export const maxVariants = 200;
/** Rows of variants that a form may have: what is too many is refused (`checkDraft`), not left out. */
export const maxVariantRows = 999;
const maxPictures = 30;

export const plainVariant: VariantDraft = {
  id: "",
  size: "",
  colour: "",
  hex: "",
  sku: "",
  price: "",
  cost: "",
  stock: "",
  seen: "",
  reserved: 0,
};

export const emptyDraft: ProductDraft = {
  version: "",
  name: "",
  brand: "",
  description: "",
  price: "",
  originalPrice: "",
  cost: "",
  categoryId: "",
  newCategory: "",
  collections: [],
  details: {},
  measures: {},
  hsnCode: "",
  countryOfOrigin: "India",
  washCare: "",
  material: "",
  tags: "",
  status: "active",
  pictures: [],
  variants: [plainVariant],
};

/** The fields of a form that are one text each: a new one of the type is read without being named again. */
function textFieldsOf(empty: object): string[] {
  return Object.entries(empty).flatMap(([name, value]) => (typeof value === "string" ? [name] : []));
}
const plainFields = textFieldsOf(emptyDraft);
const variantFields = textFieldsOf(plainVariant);

/**
 * Parses the form's fields into a draft ("name", "collection.men", "detail.fabric", "variant.0.size", "picture.0.key"
 * ...). Rows marked "remove" and pictures beyond the limit are left out.
 */
export function readDraft(fields: ReadonlyMap<string, string>): ProductDraft {
  const text = (name: string) => fields.get(name) ?? "";
  const plain = Object.fromEntries(plainFields.map((name) => [name, text(name)]));
  const names = [...fields.keys()];
  const under = (prefix: string) =>
    Object.fromEntries(
      names.flatMap((name) => (name.startsWith(prefix) ? [[name.slice(prefix.length), text(name)]] : [])),
    );
  return {
    ...emptyDraft,
    ...plain,
    collections: names.flatMap((name) => (name.startsWith("collection.") ? [name.slice(11)] : [])),
    details: under("detail."),
    measures: under("measure."),
    pictures: rows(names, "picture", maxPictures).flatMap((at) =>
      text(`${at}.remove`) || !text(`${at}.key`)
        ? []
        : [{ key: text(`${at}.key`), alt: text(`${at}.alt`), colour: text(`${at}.colour`) }],
    ),
    variants: rows(names, "variant", maxVariantRows).flatMap((at) =>
      text(`${at}.remove`)
        ? []
        : [
            {
              ...plainVariant,
              ...Object.fromEntries(variantFields.map((name) => [name, text(`${at}.${name}`)])),
              reserved: Number(text(`${at}.reserved`)) || 0,
            },
          ],
    ),
  };
}

/** The row numbers that were sent: "variant.0", "variant.3". */
function rows(names: string[], what: string, most: number): string[] {
  const numbers = names.flatMap((name) => new RegExp(`^${what}\\.(\\d{1,3})\\.`).exec(name)?.[1] ?? []);
  return [...new Set(numbers.map(Number))]
    .sort((one, other) => one - other)
    .slice(0, most)
    .map((number) => `${what}.${number}`);
}

export type Difference = { label: string; mine: string; theirs: string };

/** The fields that two versions are compared by, and their names. */
type Compared = Exclude<keyof ProductDraft, "version" | "newCategory">;
const labels: Record<Compared, string> = {
  name: "Name",
  brand: "Brand",
  description: "Description",
  price: "Price",
  originalPrice: "MRP",
  cost: "Cost per item",
  categoryId: "Category",
  collections: "Collections",
  details: "Details",
  measures: "Measures",
  hsnCode: "HSN code",
  countryOfOrigin: "Country of origin",
  washCare: "Wash care",
  material: "Material",
  tags: "Tags",
  status: "Status",
  pictures: "Images",
  variants: "Variants",
};

/**
 * Where two versions of a product differ, for the second save. In: the typed draft, the saved one, and the names of
 * the categories. Stock is left out because it is saved as a difference.
 */
export function differences(
  mine: ProductDraft,
  theirs: ProductDraft,
  categories: ReadonlyMap<string, string>,
): Difference[] {
  return Object.keys(labels)
    .filter(isCompared)
    .flatMap((field) => {
      const [one, other] = [shownValue(mine, field, categories), shownValue(theirs, field, categories)];
      return one === other
        ? []
        : [{ label: labels[field], mine: one || "(nothing)", theirs: other || "(nothing)" }];
    });
}

function isCompared(name: string): name is Compared {
  return name in labels;
}

function shownValue(draft: ProductDraft, field: Compared, categories: ReadonlyMap<string, string>): string {
  if (field === "categoryId") return categories.get(draft.categoryId) ?? "Uncategorized";
  if (field === "collections") return [...draft.collections].sort().join(", ");
  if (field === "details" || field === "measures") {
    const filled = Object.entries(draft[field]).filter(([, value]) => value.trim() !== "");
    return filled
      .map(([name, value]) => `${name}: ${value}`)
      .sort()
      .join(", ");
  }
  if (field === "pictures") return draft.pictures.map(({ alt, key }) => alt || key.slice(0, 6)).join("; ");
  if (field === "variants") {
    return draft.variants
      .map(({ size, colour, sku, price, cost }) =>
        [size, colour, sku, price && `₹${price}`, cost && `cost ₹${cost}`].filter(Boolean).join(" "),
      )
      .join("; ");
  }
  return cleanLines(draft[field].toString());
}
