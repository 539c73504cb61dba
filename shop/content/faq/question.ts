/** What the answers are written from: the shop's one policy record and how to reach it (shop/settings). */
export type FaqFacts = {
  policy: {
    returnDays: number;
    damageReportHours: number;
    refundBusinessDays: readonly [number, number];
    deliveryBusinessDays: readonly [number, number];
    /** "Free" or an amount, in words. */
    deliveryFee: string;
    cod: boolean;
  };
  /** In words: "Monday to Saturday, 10:00 to 19:00". */
  hours: string;
  email: string;
};

export type Question = { id: string; question: string; answer: string };
export type QuestionGroup = { id: string; title: string; questions: Question[] };

/** The groups of the FAQ page. */
export const faqGroupIds = ["orders", "returns", "products", "account"] as const;

/** What staff wrote: in place of one of the shop's own questions by its id, or one more. */
export type FaqEntry = {
  id: string;
  groupId: string;
  question: string;
  answer: string;
  position: number;
  hidden: boolean;
};
