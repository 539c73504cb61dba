import { readMobile, readPin } from "../../../shop/accounts/customer/formats.ts";
import type { CodDecision } from "../../../shop/cod/cod-rules.server.ts";
import { type Paise, rupeesExact } from "../../../shop/money.ts";
import { codRefusal } from "../../../shop/settings/cod-rules.ts";
import type { Policy } from "../../../shop/settings/settings.ts";

/** What a buyer reads about cash on delivery before placing an order. Amounts in paise. */
export type Cash = CodDecision & {
  onDelivery: Paise;
  /** What it was said of (`cashFacts`). */
  of: string;
};

/** The fields of a form that decide about cash; `version`: of a cart's quote, the last two of a single product. */
export const cashFields = ["postalCode", "phone", "version", "variant", "quantity"] as const;

/** Those fields as one text, whose change ends what was said. */
export function cashFacts(typed: Partial<Record<(typeof cashFields)[number], string | undefined>>): string {
  const { postalCode = "", phone = "", version = "", variant = "", quantity = "" } = typed;
  return [readPin(postalCode), readMobile(phone), version, variant, quantity].join(" ");
}

/** What the settings alone say of cash; null when they take it. The total in paise. */
export function cashByPolicy(policy: Policy, { total, postalCode }: { total: Paise; postalCode: string }) {
  const refused = codRefusal(policy, { total, pin: readPin(postalCode) ?? "" });
  if (refused === null) return null;
  const reasons = {
    "cod-closed": "",
    "cod-amount": `Cash on delivery is for orders up to ${rupeesExact(policy.codMost ?? 0)}.`,
    "cod-pin": "Cash on delivery is not available at this PIN code.",
  };
  return { outcome: "refuse", reason: reasons[refused], advance: 0, onDelivery: total } as const;
}
