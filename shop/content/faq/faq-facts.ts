import { rupees } from "../../money.ts";
import type { FaqFacts } from "./question.ts";

/** The facts for the answers, from the current settings. */
export function faqFacts(shop: {
  policy: Omit<FaqFacts["policy"], "deliveryFee"> & { deliveryFee: number };
  /** As a sentence. */
  hours: string;
  contact: { email: string | null };
}): FaqFacts {
  const { policy, hours, contact } = shop;
  const deliveryFee = policy.deliveryFee === 0 ? "Free" : rupees(policy.deliveryFee);
  return { policy: { ...policy, deliveryFee }, hours, email: contact.email };
}
