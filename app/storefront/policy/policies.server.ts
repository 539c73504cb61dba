import { href } from "react-router";
import type { PolicyFacts } from "../../../shop/content/policy.server.ts";
import { plural, rupees } from "../../../shop/money.ts";
import type { ShopSettings } from "../../../shop/settings/settings.ts";
import { sellerFacts } from "../../parts/content/seller-facts.tsx";
import cookies from "./cookie-policy.md?raw";
import privacy from "./privacy-policy.md?raw";
import refunds from "./refund-policy.md?raw";
import terms from "./terms-and-conditions.md?raw";

/** The Markdown of each policy, by its address. */
export const policies: ReadonlyMap<string, string> = new Map([
  [href("/terms-and-conditions"), terms],
  [href("/refund-policy"), refunds],
  [href("/privacy-policy"), privacy],
  [href("/cookie-policy"), cookies],
]);

/** The settings of which the policies tell. */
export const policyKeys = ["shopName", "policy", "legal", "contact"] as const;

/** The facts of this shop in the policies. */
export function policyFacts({ shopName, policy, legal, contact }: ShopSettings): PolicyFacts {
  const days = ([soonest, latest]: readonly [number, number]) => `${soonest}-${latest}`;
  return {
    texts: {
      name: shopName,
      legalName: legal.legalName ?? shopName,
      operator: legal.legalName && legal.legalName !== shopName ? `, run by ${legal.legalName}` : "",
      returnDays: plural(policy.returnDays, "day"),
      damageReportHours: plural(policy.damageReportHours, "hour"),
      refundDays: days(policy.refundBusinessDays),
      deliveryDays: days(policy.deliveryBusinessDays),
      delivery:
        policy.deliveryFee === 0
          ? "Delivery is free"
          : `Delivery costs ${rupees(policy.deliveryFee)} an order`,
      cash: policy.cod ? "You can pay in cash when the parcel arrives. " : "",
    },
    lists: { seller: sellerFacts({ legal, contact }) },
  };
}
