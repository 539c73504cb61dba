import { type PolicyFacts, readPolicyFile } from "../../../../shop/content/policy.server.ts";
import { dayRange } from "../../../../shop/dates.ts";
import { plural, rupees } from "../../../../shop/money.ts";
import { type PolicyKey, policyKey, policyKindOf } from "../../../../shop/publishing/kinds.server.ts";
import { returnsSentence } from "../../../../shop/settings/policy-words.ts";
import { describedShop, type ShopSettings } from "../../../../shop/settings/settings.ts";
import { sellerFacts } from "../seller-facts.ts";
import about from "./about.md?raw";
import cookies from "./cookie-policy.md?raw";
import faq from "./faq-head.md?raw";
import privacy from "./privacy-policy.md?raw";
import refunds from "./refund-policy.md?raw";
import refundsWithoutReturns from "./refund-policy-no-returns.md?raw";
import terms from "./terms-and-conditions.md?raw";

const defaults = {
  "terms-and-conditions": readPolicyFile(terms),
  "refund-policy": readPolicyFile(refunds),
  "privacy-policy": readPolicyFile(privacy),
  "cookie-policy": readPolicyFile(cookies),
  about: readPolicyFile(about),
  faq: readPolicyFile(faq),
} satisfies Record<PolicyKey, unknown>;

/** The default texts of a shop that takes back only what is damaged, faulty, late or wrong. */
const withoutReturns = { ...defaults, "refund-policy": readPolicyFile(refundsWithoutReturns) };

type Returns = Pick<ShopSettings["policy"], "returnDays">;
const defaultsFor = ({ returnDays }: Returns) => (returnDays === 0 ? withoutReturns : defaults);

/** The date of a default text's last change (ISO). */
export const defaultChangedOn = (key: PolicyKey, policy: Returns): string => defaultsFor(policy)[key].updated;

const kindWith = (texts: typeof defaults) =>
  policyKindOf((asked) => {
    const key = policyKey(asked);
    if (!key) return null;
    const { title, lead, description, body } = texts[key];
    return { title, lead, description, body };
  });
const kinds = { returns: kindWith(defaults), none: kindWith(withoutReturns) };

/** The policies, About and the FAQ's head as published things, with the default texts for a shop's days to return. */
export function policyKindFor({ returnDays }: Returns) {
  return returnDays === 0 ? kinds.none : kinds.returns;
}

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
      returns: returnsSentence(policy),
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
