import { plural } from "../../money.ts";
import type { FaqFacts, Question } from "./question.ts";

/** Returns, exchanges and refunds, with the days of the policy. */
export function returnsAndExchanges({ policy }: FaqFacts): Question[] {
  const [soonest, latest] = policy.refundBusinessDays;
  return [
    {
      id: "return-window",
      question: "How many days do I have to return something?",
      answer: `${plural(policy.returnDays, "day")} from the day of delivery. In that time you can return or exchange any item that is unworn, unwashed and still has its tags.`,
    },
    {
      id: "how-to-return",
      question: "How do I return or exchange a product?",
      answer:
        "Open My Orders, find the delivered order and press Return/Exchange. Choose the item, the reason and whether you want a refund or another size. We will tell you when the parcel will be picked up.",
    },
    {
      id: "exchange",
      question: "Can I exchange for another size?",
      answer: `Yes, within the same ${plural(policy.returnDays, "day")} and as long as the size is in stock. The exchange is free: we pick up the first item and send the second.`,
    },
    {
      id: "refund-time",
      question: "When do I get my refund?",
      answer: `${soonest}-${latest} business days after the returned item has reached us and been checked. Online payments are refunded to the original payment method; for cash on delivery we ask for a bank account or UPI ID.`,
    },
    {
      id: "return-cost",
      question: "Who pays for the return?",
      answer: "We do. We do not deduct anything from your refund for the pickup.",
    },
    {
      id: "not-returnable",
      question: "Is there anything I cannot return?",
      answer:
        "Items that have been worn, washed or altered, that have lost their tags, and, for hygiene reasons, socks and earrings whose seal has been opened. If such an item arrived damaged or is not what you ordered, we will still take it back.",
    },
  ];
}
