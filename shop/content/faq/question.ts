/** The facts for the answers: the shop's policy and contact details (shop/settings). */
export type FaqFacts = {
  policy: {
    returnDays: number;
    damageReportHours: number;
    refundBusinessDays: readonly [number, number];
    deliveryBusinessDays: readonly [number, number];
    /** "Free" or an amount, as text. */
    deliveryFee: string;
    freeDeliveryFrom: string | null;
    cod: boolean;
  };
  /** As text: "Monday to Saturday, 10:00 am to 7:00 pm". */
  hours: string;
  email: string | null;
  /** Whether the shop can be called. */
  hasPhone: boolean;
  /** Whether orders are taken on WhatsApp. */
  hasWhatsApp: boolean;
};

export type Question = { id: string; question: string; answer: string };
export type QuestionGroup = { id: string; title: string; questions: Question[] };

/** The groups of the FAQ page. */
export const faqGroupIds = ["orders", "returns", "products", "account"] as const;
export type FaqGroupId = (typeof faqGroupIds)[number];

/** What staff sort: the groups, and the questions of each. */
export const faqLists = ["groups", ...faqGroupIds] as const;
export type FaqList = (typeof faqLists)[number];
/** The ids of sorted lists in their order; `faq.ts` says where others stand. */
export type FaqOrders = Partial<Record<FaqList, readonly string[]>>;

/** A staff entry: replaces the built-in question with its id, or adds one. */
export type FaqEntry = {
  id: string;
  groupId: string;
  question: string;
  answer: string;
  /** Among those of its group that were added, while nobody has sorted it. */
  position: number;
  hidden: boolean;
};
