import { plural } from "../../money.ts";
import type { FaqFacts, Question } from "./question.ts";

/** Delivery, tracking and cancelling, with the days and the fee of the policy. */
export function ordersAndShipping({ policy }: FaqFacts): Question[] {
  const [soonest, latest] = policy.deliveryBusinessDays;
  return [
    {
      id: "delivery-time",
      question: "How long does delivery take?",
      answer: `${soonest}-${latest} business days after you place the order, Monday to Saturday. Each product page shows the day by which it should be with you. We offer one delivery speed and no express option, because we would rather keep one promise well.`,
    },
    {
      id: "delivery-cost",
      question: "What does shipping cost?",
      answer:
        policy.deliveryFee === "Free"
          ? "Nothing. Delivery is free on every order in India, with no minimum amount."
          : `${policy.deliveryFee} for each order in India, whatever is in it. It is shown in the order summary before you order.`,
    },
    {
      id: "track",
      question: "How do I track my order?",
      answer:
        "Open Track Order at the foot of any page and enter your order number, or press Track Order in My Orders. You will see four steps, Order Placed, Processing, Shipped and Delivered, and the courier and tracking number once it ships. The page updates automatically.",
    },
    {
      id: "cancel",
      question: "Can I change or cancel my order?",
      answer:
        "You can cancel until the order ships, from My Orders. To change a size, a colour or the address, cancel and order again, or write to us before it ships. After shipping, accept the parcel and return it.",
    },
    {
      id: "where",
      question: "Where do you deliver?",
      answer:
        "Everywhere in India that has a six-digit PIN code, hostels and campus gates included. Please write your room and hostel in the first address line so that the courier can find you. We do not ship abroad yet.",
    },
    {
      id: "damaged",
      question: "My parcel is damaged or something is missing. What now?",
      answer: `Tell us within ${plural(policy.damageReportHours, "hour")} of delivery, with a photo of the parcel and the product. We collect it and send a replacement, or refund you in full if there is none.`,
    },
  ];
}
