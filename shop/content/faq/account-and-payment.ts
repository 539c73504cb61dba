import type { FaqFacts, Question } from "./question.ts";

/** Ways to pay, accounts and data. Names cash on delivery only while the policy offers it. */
export function accountAndPayment({ policy, hours, email }: FaqFacts): Question[] {
  const ways = policy.cod
    ? "Cash on delivery, online by card, UPI or net banking when the checkout offers it, or by WhatsApp: your order is saved, the chat opens with the message ready, and we confirm it there."
    : "Online by card, UPI or net banking, or by WhatsApp: your order is saved, the chat opens with the message ready, and we confirm it there.";
  return [
    {
      id: "ways-to-pay",
      question: "How can I pay?",
      answer: `${ways} The checkout shows only what works at that moment.`,
    },
    {
      id: "account-needed",
      question: "Do I need an account?",
      answer:
        "To look around, no. For a cart, a wishlist and orders, yes: sign up with your name, email and a password, or with Google.",
    },
    {
      id: "card-safe",
      question: "Do you keep my card details?",
      answer:
        "No. They go to the payment provider and never pass through this shop. We keep only whether a payment was made, its number and its amount.",
    },
    {
      id: "payment-failed",
      question: "My payment failed but money was deducted. What now?",
      answer:
        "We check with the payment provider until the status is final, and your order shows it. If the order stays unpaid, the money is refunded automatically, usually within 5-7 business days; write to us with the order number if it does not.",
    },
    {
      id: "delete-account",
      question: "How do I see or delete my data?",
      answer:
        "Write to us from the address of your account. You get a copy of what we hold, or we delete the account; invoices are kept as long as tax law asks. The privacy policy has the details.",
    },
    {
      id: "reach",
      question: "How do I talk to somebody?",
      answer: `Write with the contact form${email ? ` or to ${email}` : ""}, or call us during business hours: ${hours}. We reply to messages within one working day.`,
    },
  ];
}
