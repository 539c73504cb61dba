import { businessDays } from "../../dates.ts";
import { plural } from "../../money.ts";
import type { FaqEntry, FaqFacts, FaqGroupId, FaqOrders, Question, QuestionGroup } from "./question.ts";

/** A group of the FAQ page with all its questions, for staff. `own`: the shop's own; `entry`: the staff's words. */
type ArrangedGroup = Omit<QuestionGroup, "id" | "questions"> & {
  id: FaqGroupId;
  questions: (Question & { own: boolean; entry: FaqEntry | null })[];
};

/**
 * The four groups of the specification (section 2) with all their questions, also hidden ones: the built-in ones,
 * answered from the policy or in the words of staff, then those that staff added. Where staff sorted the groups or the
 * questions of one, these come in that order, and what was added since last.
 */
export function arrangedFaq(
  facts: FaqFacts,
  entries: readonly FaqEntry[],
  orders: FaqOrders,
): ArrangedGroup[] {
  const groups = ownGroups(facts).map(({ id, title, questions }) => {
    const own = questions.map((question) => {
      const entry = entries.find((each) => each.id === question.id) ?? null;
      return { ...question, ...(entry && wordsOf(entry)), own: true, entry };
    });
    const added = entries
      .filter((entry) => entry.groupId === id && !questions.some((question) => question.id === entry.id))
      .toSorted((one, other) => one.position - other.position || one.id.localeCompare(other.id))
      .map((entry) => ({ ...wordsOf(entry), own: false, entry }));
    return { id, title, questions: inOrder([...own, ...added], orders[id]) };
  });
  return inOrder(groups, orders.groups);
}

const wordsOf = ({ id, question, answer }: FaqEntry): Question => ({ id, question, answer });

function inOrder<Item extends { id: string }>(items: Item[], keys: readonly string[] = []): Item[] {
  const place = ({ id }: Item) => (keys.includes(id) ? keys.indexOf(id) : keys.length);
  return items.toSorted((one, other) => place(one) - place(other));
}

/** The same as visitors see it: without hidden questions, and without groups that have no other. */
export function faqGroups(
  facts: FaqFacts,
  entries: readonly FaqEntry[] = [],
  orders: FaqOrders = {},
): QuestionGroup[] {
  return arrangedFaq(facts, entries, orders)
    .map((group) => ({
      ...group,
      questions: group.questions
        .filter(({ entry }) => !entry?.hidden)
        .map(({ id, question, answer }) => ({ id, question, answer })),
    }))
    .filter(({ questions }) => questions.length > 0);
}

/** The built-in questions and answers. */
export function ownGroups(facts: FaqFacts): (QuestionGroup & { id: FaqGroupId })[] {
  return [
    { id: "orders", title: "Orders & Shipping", questions: ordersAndShipping(facts) },
    { id: "returns", title: "Returns & Exchanges", questions: returnsAndExchanges(facts) },
    { id: "products", title: "Products & Sizing", questions: productsAndSizing(facts) },
    { id: "account", title: "Account & Payment", questions: accountAndPayment(facts) },
  ];
}

/**
 * The questions with every search word in their question or answer, ignoring case. Groups without a match are left
 * out; an empty search returns all.
 */
export function searchFaq(groups: QuestionGroup[], search: string): QuestionGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return groups;
  return groups
    .map((group) => ({ ...group, questions: group.questions.filter((entry) => matches(entry, words)) }))
    .filter(({ questions }) => questions.length > 0);
}

/** The number of questions in all groups. */
export function countQuestions(groups: QuestionGroup[]): number {
  return groups.reduce((sum, { questions }) => sum + questions.length, 0);
}

function matches({ question, answer }: Question, words: string[]): boolean {
  const text = `${question} ${answer}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Ways to pay, accounts and data. Names cash on delivery and WhatsApp only while the shop offers them. */
function accountAndPayment({ policy, hours, email, hasPhone, hasWhatsApp }: FaqFacts): Question[] {
  const paid = policy.cod
    ? "Cash on delivery, online by card, UPI or netbanking when the checkout offers it"
    : "Online by card, UPI or netbanking";
  const ways = hasWhatsApp
    ? `${paid}, or by WhatsApp: your order is saved, the chat opens with the message ready, and we confirm it there.`
    : `${paid}.`;
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
        "To look around, no. For a cart, a wishlist and orders, yes: sign up with your name, email and a password, or in another way that the Login page offers.",
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
      answer: `We check with the payment provider until the status is final, and your order shows it. If the order stays unpaid, the money is refunded automatically, usually within ${businessDays(policy.refundBusinessDays)}; write to us with the order number if it is not.`,
    },
    {
      id: "delete-account",
      question: "How do I see or delete my data?",
      answer:
        "Log in and open Security in your profile: there you can download what we keep about you, and delete your account. Invoices are kept as long as tax law asks. The privacy policy has the details.",
    },
    {
      id: "reach",
      question: "How do I talk to somebody?",
      answer: `Write with the contact form${email ? ` or to ${email}` : ""}${hasPhone ? `, or call us during business hours: ${hours}` : ""}. We reply to messages within one working day.`,
    },
  ];
}

/** Delivery, tracking and cancelling, with the days and the fee of the policy. */
function ordersAndShipping({ policy }: FaqFacts): Question[] {
  return [
    {
      id: "delivery-time",
      question: "How long does delivery take?",
      answer: `${businessDays(policy.deliveryBusinessDays)} after you place the order, Monday to Saturday. Each product page shows the day by which it should be with you. We offer one delivery speed and no express option, because we would rather keep one promise well.`,
    },
    {
      id: "delivery-cost",
      question: "What does shipping cost?",
      answer:
        policy.deliveryFee === "Free"
          ? "Nothing. Delivery is free on every order in India, with no minimum amount."
          : `${policy.deliveryFee} for each order in India, ${
              policy.freeDeliveryFrom === null
                ? "whatever is in it"
                : `and nothing when your items cost ${policy.freeDeliveryFrom} or more`
            }. It is shown in the order summary before you order.`,
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
      answer: `You can cancel until the order ships, from My Orders. To change a size, a colour or the address, cancel and order again, or write to us before it ships.${
        takesNone(policy) ? "" : " After shipping, accept the parcel and return it."
      }`,
    },
    {
      id: "where",
      question: "Where do you deliver?",
      answer:
        "Everywhere in India that has a six-digit PIN code. Please write your house, flat or room number in the first address line so that the courier can find you. We do not ship abroad yet.",
    },
    {
      id: "damaged",
      question: "My parcel is damaged or something is missing. What now?",
      answer: `Tell us within ${plural(policy.damageReportHours, "hour")} of delivery, with a photo of the parcel and the product. We collect it and send a replacement, or refund you in full if there is none.`,
    },
  ];
}

/** Sizes, colours, stock, care and origin. */
function productsAndSizing({ policy }: FaqFacts): Question[] {
  return [
    {
      id: "size",
      question: "How do I find my size?",
      answer:
        "Open the size guide beside the sizes of a product: it is in centimetres. Lay a garment that fits you well flat, measure it and compare. If you are between two sizes, choose the larger one.",
    },
    {
      id: "shoe-size",
      question: "Which shoe sizes do you use?",
      answer:
        "UK sizes from 6 to 12, as printed on most boxes in India. The size guide gives the length of the foot in centimetres for each.",
    },
    {
      id: "colour",
      question: "Will the colour look as it does on my screen?",
      answer: `Very nearly. Screens differ, and hand-printed or naturally dyed fabric varies a little from piece to piece.${
        takesNone(policy) ? "" : " If the colour is not what you expected, you can return it."
      }`,
    },
    {
      id: "stock",
      question: "What does “Only 3 left!” mean?",
      answer:
        "Exactly that: it appears when five or fewer are left, and the number is real. Out of Stock means that none is available right now.",
    },
    {
      id: "care",
      question: "How do I wash it?",
      answer:
        "Fabric and wash care are among the details of each product, and on the label. Wash printed and dark cottons alone and in cold water the first two times.",
    },
    {
      id: "origin",
      question: "Where are the products made?",
      answer:
        "The country of origin is shown on each product page, and you can filter the shop by it. All prices are in rupees and include taxes.",
    },
  ];
}

/** Whether the shop takes back only what the law asks for. */
const takesNone = ({ returnDays }: FaqFacts["policy"]) => returnDays === 0;

/** Returns, exchanges and refunds, with the days of the policy. */
function returnsAndExchanges({ policy }: FaqFacts): Question[] {
  const none = takesNone(policy);
  const within = `within ${plural(policy.damageReportHours, "hour")} of delivery`;
  return [
    {
      id: "return-window",
      question: "How many days do I have to return something?",
      answer: none
        ? `We take nothing back that is as ordered. If an item is damaged or another one, tell us ${within}.`
        : `${plural(policy.returnDays, "day")} from the day of delivery. In that time you can return or exchange any item that is unworn, unwashed and still has its tags.`,
    },
    {
      id: "how-to-return",
      question: "How do I return or exchange a product?",
      answer: none
        ? `We take back only what is damaged, faulty, late or not what you ordered. Write to us ${within}, with the order number and a photo. We will tell you where to send it or when it is picked up.`
        : "Open My Orders, find the delivered order and press Return/Exchange. Choose the item, the reason and whether you want a refund or another size or colour. We will tell you where to send it or when it is picked up.",
    },
    {
      id: "exchange",
      question: "Can I exchange for another size?",
      answer: none
        ? "No. Please compare with the size guide on the product page before you order."
        : `Yes, within the same ${plural(policy.returnDays, "day")} and as long as the size is in stock at the same price. The exchange is free: once the first item is here we send the second.`,
    },
    {
      id: "refund-time",
      question: "When do I get my refund?",
      answer: `${businessDays(policy.refundBusinessDays)} after the returned item has reached us and been checked. Online payments are refunded to the original payment method; for cash on delivery we ask for a bank account or UPI ID.`,
    },
    {
      id: "return-cost",
      question: "Who pays for the return?",
      answer: "We do. We do not deduct anything from your refund for the pickup.",
    },
    {
      id: "not-returnable",
      question: "Is there anything I cannot return?",
      answer: none
        ? "Items that are in order and as described, also when they do not fit. What arrived damaged or is not what you ordered we always take back."
        : "Items that have been worn, washed or altered, that have lost their tags, and, for hygiene reasons, socks and earrings whose seal has been opened. If such an item arrived damaged or is not what you ordered, we will still take it back.",
    },
  ];
}
