import { type Actor, can } from "../../access/actor.ts";
import type { DraftErrors, ProductInput } from "./check-draft.ts";
import type { ProductDraft } from "./product-draft.ts";
import { paiseFrom } from "./rupee-text.ts";

const noPrices = "You do not have permission to change prices.";
const noStock = "You do not have permission to change stock.";

/**
 * The fields of a product's form that the actor may not change: prices and costs without `prices.edit`, stock without
 * `stock.adjust`. In: the current product (null for a new one). Out: an error for each such field.
 */
export function forbiddenChanges(
  actor: Actor,
  before: Pick<ProductDraft, "price" | "originalPrice" | "cost" | "variants"> | null,
  product: Pick<ProductInput, "price" | "originalPrice" | "cost" | "variants">,
): DraftErrors {
  const errors: DraftErrors = {};
  const known = (id: string | null, field: "price" | "cost") =>
    paiseFrom(before?.variants.find((variant) => variant.id === id)?.[field] ?? "");
  if (!can(actor, "prices.edit")) {
    for (const field of ["price", "originalPrice", "cost"] as const)
      if (product[field] !== paiseFrom(before?.[field] ?? "")) errors[field] = noPrices;
    for (const [at, variant] of product.variants.entries())
      for (const field of ["price", "cost"] as const)
        if (variant[field] !== known(variant.id, field)) errors[`variant.${at}.${field}`] = noPrices;
  }
  if (!can(actor, "stock.adjust")) {
    for (const [at, { step }] of product.variants.entries())
      if (step !== 0) errors[`variant.${at}.stock`] = noStock;
  }
  return errors;
}
