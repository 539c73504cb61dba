import { plural } from "../../money.ts";
import type { FaqFacts, Question } from "./question.ts";

/** Returns, exchanges and refunds, in the days of the policy record. */
export function returnsAndExchanges({ policy }: FaqFacts): Question[] {
  const [soonest, latest] = policy.refundBusinessDays;
  return [
    {
      id: "return-window",
      question: "How many days do I have to return something?",
      answer: `${plural(policy.returnDays, "day")} from the day of delivery. Within them you can return or exchange any piece that is unworn, unwashed and still has its tags.`,
    },
    {
      id: "how-to-return",
      question: "How do I return or exchange a product?",
      answer:
        "Open My Orders, find the delivered order and press Return/Exchange. Choose the piece, the reason and whether you want your money or another size. We tell you when the parcel is collected.",
    },
    {
      id: "exchange",
      question: "Can I exchange for another size?",
      answer: `Yes, within the same ${plural(policy.returnDays, "day")} and as long as the size is in stock. The exchange is free: we collect the first piece and send the second.`,
    },
    {
      id: "refund-time",
      question: "When do I get my refund?",
      answer: `${soonest}-${latest} business days after the returned piece has reached us and been checked. Online payments go back the way they came; for cash on delivery we ask for a bank account or UPI ID.`,
    },
    {
      id: "return-cost",
      question: "Who pays for the way back?",
      answer: "We do. Nothing is taken off your refund for collecting a return.",
    },
    {
      id: "not-returnable",
      question: "Is there anything I cannot return?",
      answer:
        "Pieces that have been worn, washed or altered, that have lost their tags, and, for reasons of hygiene, socks and earrings whose seal is open. If such a piece arrived damaged or is not what you ordered, we take it back all the same.",
    },
  ];
}
