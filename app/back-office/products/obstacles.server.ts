import type { Services } from "../../../platform/services.server.ts";
import type { FormChoices, ProductToEdit } from "../../../shop/catalogue/edit/product-to-edit.server.ts";
import { formChoices, productToEdit } from "../../../shop/catalogue/edit/product-to-edit.server.ts";
import { type PublishObstacle, publishObstacles } from "../../../shop/catalogue/edit/publish-obstacles.ts";
import { paiseFrom } from "../../../shop/catalogue/edit/rupee-text.ts";
import { isUnregistered } from "../../../shop/settings/gstin.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { hasGstRate, rateInForce, rateWords } from "../../../shop/tax/rates.ts";

/** Why a saved product cannot be bought, or what it lacks. */
export async function obstaclesOf(
  services: Services,
  { draft, missingPictures }: ProductToEdit,
  choices: FormChoices,
): Promise<PublishObstacle[]> {
  const settings = await shopSettings(services);
  return publishObstacles({
    status: draft.status,
    price: paiseFrom(draft.price),
    pictures: draft.pictures.length,
    missingPictures,
    category: choices.categories.find(({ id }) => id === draft.categoryId)?.name ?? null,
    hsnCode: draft.hsnCode,
    lacksGstRate:
      !isUnregistered(settings) &&
      !hasGstRate(draft.hsnCode || null, services.clock.now(), settings.taxRates),
    variants: draft.variants.map(({ colour, size, stock, reserved }) => ({
      name: [colour, size].filter(Boolean).join(" ") || "the only variant",
      available: Number(stock) - reserved,
    })),
  });
}

/** The GST rate of an HSN code today and why: "GST 18% (HSN 3304, Notification ...)". Null without a rate. */
export async function rateReason(services: Services, hsnCode: string): Promise<string | null> {
  const { taxRates } = await shopSettings(services);
  const found = rateInForce(hsnCode || null, services.clock.now(), taxRates);
  if (!found) return null;
  const { prefix, source } = found;
  return `GST ${rateWords(found)} (${prefix ? `HSN ${prefix}` : "products without a known code"}, ${source})`;
}

/** The product that has just been saved, with its obstacles, for a notice above the list; null when it has none. */
export async function savedProduct(services: Services, id: string | null) {
  const product = id === null ? null : await productToEdit(services, id);
  if (!product) return null;
  const obstacles = await obstaclesOf(services, product, await formChoices(services));
  const { name, status } = product.draft;
  return obstacles.length === 0 ? null : { id: product.id, name, isDraft: status === "draft", obstacles };
}
