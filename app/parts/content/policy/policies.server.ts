import { type PolicyFacts, readPolicyFile } from "../../../../shop/content/policy.server.ts";
import { dayRange } from "../../../../shop/dates.ts";
import { plural, rupees } from "../../../../shop/money.ts";
import { type PolicyKey, policyKey, policyKindOf } from "../../../../shop/publishing/kinds.server.ts";
import { describedShop, type ShopSettings } from "../../../../shop/settings/settings.ts";
import { sellerFacts } from "../seller-facts.ts";
import about from "./about.md?raw";
import cookies from "./cookie-policy.md?raw";
import faq from "./faq-head.md?raw";
import privacy from "./privacy-policy.md?raw";
import refunds from "./refund-policy.md?raw";
import terms from "./terms-and-conditions.md?raw";

const defaults = {
  "terms-and-conditions": readPolicyFile(terms),
  "refund-policy": readPolicyFile(refunds),
  "privacy-policy": readPolicyFile(privacy),
  "cookie-policy": readPolicyFile(cookies),
  about: readPolicyFile(about),
  faq: readPolicyFile(faq),
} satisfies Record<PolicyKey, unknown>;

/** The date of a default text's last change (ISO). */
export const defaultChangedOn = (key: PolicyKey): string => defaults[key].updated;

/** The policies, About and the FAQ's head as published things. */
export const policyKind = policyKindOf((asked) => {
  const key = policyKey(asked);
  if (!key) return null;
  const { title, lead, description, body } = defaults[key];
  return { title, lead, description, body };
});

/** The settings of which the policies tell. */
export const policyKeys = ["shopName", "policy", "legal", "contact"] as const;

/** The facts of this shop in the policies. */
export function policyFacts(settings: ShopSettings): PolicyFacts {
  const { shopName, policy, legal, contact, founders } = settings;
  return {
    texts: {
      name: shopName,
      legalName: legal.legalName ?? shopName,
      operator: legal.legalName && legal.legalName !== shopName ? `, run by ${legal.legalName}` : "",
      description: describedShop(settings),
      returnDays: plural(policy.returnDays, "day"),
      damageReportHours: plural(policy.damageReportHours, "hour"),
      refundDays: dayRange(policy.refundBusinessDays),
      deliveryDays: dayRange(policy.deliveryBusinessDays),
      delivery:
        policy.deliveryFee === 0
          ? "Delivery is free"
          : `Delivery costs ${rupees(policy.deliveryFee)} an order${
              policy.freeDeliveryFrom === null
                ? ""
                : ` (free on orders above ${rupees(policy.freeDeliveryFrom)})`
            }`,
      cash: policy.cod ? "You can pay in cash when the parcel arrives. " : "",
      chat: contact.whatsapp ? " Orders can also be confirmed by WhatsApp." : "",
    },
    lists: {
      seller: sellerFacts({ legal, contact }),
      founders: founders.flatMap(({ name, role }) => (name === null ? [] : [{ label: role, value: name }])),
    },
  };
}
