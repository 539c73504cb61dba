import { href } from "react-router";
import { tokenize } from "../../../shop/search/text/tokenize.ts";

/** A page that answers what somebody typed into the search of products. */
export type HelpPage = { to: string; title: string; text: string };

/** Words around a question that do not change its answer, in English and Hinglish. */
const around = new Set(
  `a an the my your our i is are do does can how what where to of for on in about please pls me
  mera meri mere apna apne ka ki ke ko hai kya kahan kaha kaise kare karen karna karein aur ya hota batao chahiye`.split(
    /\s+/,
  ),
);

/** The words of a question in any order; a search is for a page when it has nothing else. */
const questions: { page: HelpPage; asked: string[] }[] = [
  {
    page: {
      to: href("/refund-policy"),
      title: "Returns and refunds",
      text: "How many days you have, how to send something back, and when the money comes.",
    },
    asked: [
      "return policy",
      "returns policy",
      "return",
      "returns",
      "return order",
      "return product",
      "refund",
      "refunds",
      "refund policy",
      "refund status",
      "exchange",
      "exchange policy",
      "return exchange",
      "replacement",
      "money back",
      "paisa wapas",
      "paise wapas",
      "wapas",
      "wapsi",
      "पैसा वापस",
      "पैसे वापस",
      "वापसी",
      "रिटर्न",
    ],
  },
  {
    page: {
      to: href("/track/:id?", {}),
      title: "Track your order",
      text: "Where it is now, by its order number.",
    },
    asked: [
      "track",
      "track order",
      "tracking",
      "order tracking",
      "order status",
      "order",
      "delivery status",
      "track package",
      "track parcel",
      "parcel",
      "ऑर्डर",
    ],
  },
  {
    page: {
      to: `${href("/faq")}#size`,
      title: "Sizes",
      text: "How to find yours. Each product's page has its own size guide.",
    },
    asked: ["size chart", "size guide", "sizing", "sizes", "measurement", "measurements", "size"],
  },
  {
    page: {
      to: href("/cart"),
      title: "Coupons",
      text: "Your cart lists the coupons that you can use, and takes their code.",
    },
    asked: [
      "coupon",
      "coupons",
      "coupon code",
      "coupon codes",
      "promo code",
      "promo",
      "discount code",
      "discount coupon",
      "voucher",
      "कूपन",
    ],
  },
  {
    page: {
      to: `${href("/faq")}#delivery-time`,
      title: "Delivery",
      text: "How long it takes, where we deliver, and what it costs.",
    },
    asked: [
      "delivery",
      "delivery time",
      "delivery charge",
      "delivery charges",
      "shipping",
      "shipping policy",
      "shipping charges",
      "shipping time",
      "डिलीवरी",
    ],
  },
  {
    page: {
      to: `${href("/faq")}#ways-to-pay`,
      title: "Ways to pay",
      text: "Online payment and cash on delivery.",
    },
    asked: ["cod", "cash on delivery", "payment", "payment methods", "upi", "emi", "payment options"],
  },
  {
    page: {
      to: `${href("/faq")}#cancel`,
      title: "Cancel an order",
      text: "Until when it can be cancelled, and how.",
    },
    asked: ["cancel", "cancel order", "cancellation", "order cancel", "cancellation policy"],
  },
  {
    page: { to: href("/contact"), title: "Contact us", text: "Phone, email and WhatsApp." },
    asked: [
      "contact",
      "contact us",
      "contact number",
      "customer care",
      "customer care number",
      "customer service",
      "customer support",
      "help",
      "helpline",
      "support",
      "phone number",
      "complaint",
      "help line",
    ],
  },
  {
    page: { to: href("/privacy-policy"), title: "Privacy policy", text: "What we store about you, and why." },
    asked: ["privacy", "privacy policy", "data"],
  },
  {
    page: {
      to: href("/terms-and-conditions"),
      title: "Terms and conditions",
      text: "The rules of this shop.",
    },
    asked: ["terms", "terms and conditions", "terms conditions"],
  },
];

const keyOf = (text: string) =>
  tokenize(text)
    .filter((word) => !around.has(word))
    .sort()
    .join(" ");

const pages = new Map(
  questions.flatMap(({ page, asked }) => asked.map((question) => [keyOf(question), page] as const)),
);

/** The page that a search asks for ("return policy", "paisa wapas"); null when it is about products. */
export function helpPageFor(text: string): HelpPage | null {
  const key = keyOf(text);
  return key === "" ? null : (pages.get(key) ?? null);
}
