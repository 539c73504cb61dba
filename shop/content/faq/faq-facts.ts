import { rupees } from "../../money.ts";
import { reachablePhone } from "../contact/reachable.ts";
import type { FaqFacts } from "./question.ts";

/** The facts for the answers, from the current settings. */
export function faqFacts(shop: {
  /** Amounts in paise; `freeDeliveryFrom` null: no amount is delivered free. */
  policy: Omit<FaqFacts["policy"], "deliveryFee" | "freeDeliveryFrom"> & {
    deliveryFee: number;
    freeDeliveryFrom: number | null;
  };
  /** As a sentence. */
  hours: string;
  contact: { email: string | null; phone: string | null; whatsapp: string | null };
}): FaqFacts {
  const { policy, hours, contact } = shop;
  const deliveryFee = policy.deliveryFee === 0 ? "Free" : rupees(policy.deliveryFee);
  const freeDeliveryFrom = policy.freeDeliveryFrom === null ? null : rupees(policy.freeDeliveryFrom);
  return {
    policy: { ...policy, deliveryFee, freeDeliveryFrom },
    hours,
    email: contact.email,
    hasPhone: reachablePhone(contact.phone) !== null,
    hasWhatsApp: contact.whatsapp !== null,
  };
}
