import { type Actor, can } from "../../access/actor.ts";
import type { DraftErrors, ProductInput } from "./check-draft.ts";
import type { ProductDraft } from "./product-draft.ts";
import { paiseFrom } from "./rupee-text.ts";

const noPrices = "You do not have permission to change prices.";
const noStock = "You do not have permission to change stock.";

/**
 * The fields of a product's form that the actor may not change: prices without `prices.edit`, stock without
 * `stock.adjust`. In: the current product (null for a new one). Out: an error for each such field.
 */
export function forbiddenChanges(
  actor: Actor,
  before: Pick<ProductDraft, "price" | "originalPrice" | "variants"> | null,
  product: Pick<ProductInput, "price" | "originalPrice" | "variants">,
): DraftErrors {
  const errors: DraftErrors = {};
  const priceOf = (id: string | null) =>
    paiseFrom(before?.variants.find((variant) => variant.id === id)?.price ?? "");
  if (!can(actor, "prices.edit")) {
    if (product.price !== paiseFrom(before?.price ?? "")) errors.price = noPrices;
    if (product.originalPrice !== paiseFrom(before?.originalPrice ?? "")) errors.originalPrice = noPrices;
    for (const [at, { id, price }] of product.variants.entries())
      if (price !== priceOf(id)) errors[`variant.${at}.price`] = noPrices;
  }
  if (!can(actor, "stock.adjust")) {
    for (const [at, { step }] of product.variants.entries())
      if (step !== 0) errors[`variant.${at}.stock`] = noStock;
  }
  return errors;
}
