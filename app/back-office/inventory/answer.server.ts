import { data } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import type { Actor } from "../../../shop/access/actor.ts";
import { adjustStock } from "../../../shop/catalogue/inventory/adjust-stock.server.ts";
import { stockThere } from "../../../shop/catalogue/inventory/inventory.ts";
import { refuseFields } from "../../http/forms/answer.server.ts";
import { formFields } from "../../http/forms/form.server.ts";
import type { RouteArgs } from "../../http/guards.server.ts";
import { productMessages } from "../../parts/messages/office/product-messages.ts";
import type { FormAnswer } from "../../ui/forms/form-context.ts";

const refusals = {
  wrong: productMessages.stockGone,
  changed: productMessages.stockChanged,
  "not-found": productMessages.stockGone,
};

const fieldWords: Record<string, string> = {
  delta: "A whole number such as 5 or -2, at most 10,00,000.",
  reason: "Please write the reason.",
};

/** Handles the form that adjusts a variant's stock; what is wrong with a field is said at it, with what was typed. */
export async function handleAdjustment(services: Services, actor: Actor, asked: RouteArgs) {
  const fields = await formFields(asked);
  const adjusted = await adjustStock(services, actor, {
    variantId: fields.get("variant") ?? "",
    delta: fields.get("delta") ?? "",
    expected: fields.get("expected") ?? "",
    reason: fields.get("reason") ?? "",
  });
  if (adjusted.ok) {
    const { sku, stock } = adjusted.value;
    const toast = { ...productMessages.stockAdjusted, text: `${sku}: ${stock} now` };
    return data<FormAnswer>({ ok: true, toast });
  }
  if (adjusted.refused === "too-few") return refuseFields({ delta: stockThere(adjusted) }, 400, fields);
  const wrong = adjusted.refused === "wrong" ? adjusted.fields.filter((name) => fieldWords[name]) : [];
  if (wrong.length > 0)
    return refuseFields(Object.fromEntries(wrong.map((name) => [name, fieldWords[name] ?? ""])), 400, fields);
  return data<FormAnswer>({ ok: false, toast: refusals[adjusted.refused] });
}
