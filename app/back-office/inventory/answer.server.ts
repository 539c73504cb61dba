import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../../shop/access/actor.ts";
import { adjustStock } from "../../../shop/catalogue/inventory/adjust-stock.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import type { RouteArgs } from "../../http/guards.server.ts";
import { productMessages } from "../../parts/messages/office/product-messages.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

const refusals = {
  wrong: productMessages.stockWrong,
  changed: productMessages.stockChanged,
  "too-few": productMessages.stockTooFew,
  "not-found": productMessages.stockGone,
};

/** Handles the form that adjusts a variant's stock. */
export async function handleAdjustment(
  services: Services,
  actor: Actor,
  asked: RouteArgs,
): Promise<FormAnswer> {
  const fields = await formFields(asked);
  const adjusted = await adjustStock(services, actor, {
    variantId: fields.get("variant") ?? "",
    delta: fields.get("delta") ?? "",
    expected: fields.get("expected") ?? "",
    reason: fields.get("reason") ?? "",
  });
  if (!adjusted.ok) return { ok: false, toast: refusals[adjusted.refused] };
  const { sku, stock } = adjusted.value;
  return { ok: true, toast: { ...productMessages.stockAdjusted, text: `${sku}: ${stock} now` } };
}
