import type { RuleField, RuleSubject } from "../../rules/rules.ts";

type Choice = { value: string; label: string };

const fields = [
  { key: "category", label: "Category", kind: "choice" },
  { key: "brand", label: "Brand", kind: "text" },
  { key: "tag", label: "Tag", kind: "text" },
  {
    key: "price",
    label: "Price (₹)",
    kind: "rupees",
    hint: "What shoppers pay. Offers count, unless they are for a collection by rules.",
  },
  {
    key: "percentOff",
    label: "Percent off",
    kind: "number",
    most: 100,
    unit: "%",
    hint: "Below the MRP. Offers count, unless they are for a collection by rules.",
  },
  { key: "added", label: "Added", kind: "days", unit: "days" },
  { key: "inStock", label: "In stock", kind: "yes-no" },
  {
    key: "gender",
    label: "Gender",
    kind: "choice",
    choices: [
      { value: "women", label: "Women" },
      { value: "men", label: "Men" },
      { value: "unisex", label: "Unisex" },
    ],
  },
] as const satisfies readonly RuleField[];

/** A field of a product that rules compare. */
export type ProductRuleField = (typeof fields)[number]["key"];

/** What rules about products compare, for reading stored rules. */
export const productRules: RuleSubject = {
  one: "product",
  many: "products",
  none: "Matches no product: the list will be empty.",
  every: "Matches every product",
  fields,
};

/** The same with the shop's categories (by id) as choices, for a form. `brands` and `tags` are suggested. */
export function productRulesOf(known: {
  categories: readonly { id: string; name: string }[];
  brands?: readonly string[];
  tags?: readonly string[];
}): RuleSubject {
  const categories: Choice[] = known.categories.map(({ id, name }) => ({ value: id, label: name }));
  const more: Record<string, Partial<RuleField>> = {
    category: { choices: categories },
    brand: { suggestions: known.brands ?? [] },
    tag: { suggestions: known.tags ?? [] },
  };
  return { ...productRules, fields: fields.map((field) => ({ ...field, ...more[field.key] })) };
}
