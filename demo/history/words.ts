import type { TopicId } from "../../shop/content/contact/topics.ts";
import type { FitVote } from "../../shop/reviews/reviews.ts";
import type { Random } from "./random.ts";

const comments: Record<number, string[]> = {
  5: [
    "Soft cloth and a good fit. Wore it to the fest and got asked where it is from.",
    "Better than I expected at this price. The stitching is neat.",
    "Washed it three times already, the colour has not faded.",
    "Exactly like the picture, and it came a day early.",
    "Bought one for my roommate too.",
  ],
  4: [
    "Nice, but runs a little small. Take one size up.",
    "Good quality. The parcel took a day longer than promised.",
    "Comfortable for long days on campus. One loose thread.",
    "Looks good. I would have liked a deeper pocket.",
  ],
  3: [
    "All right for the price. The cloth is thinner than I thought.",
    "Colour is a shade darker than in the picture, otherwise fine.",
    "Average. The fit is fine, the finish could be better.",
  ],
  2: ["Shrank after the first wash.", "The print started to crack within two weeks."],
  1: ["Came with a stain and the seam was open.", "Not what I ordered. Call me at 90000 00000."],
};

/** Stars with matching texts. */
export function reviewWords(random: Random): { rating: number; comment: string; fit: FitVote | null } {
  const rating = random.weighted([
    [42, 5],
    [31, 4],
    [15, 3],
    [7, 2],
    [5, 1],
  ] as const);
  const comment = random.pick(comments[rating] ?? []);
  const fit =
    comment.includes("small") || comment.includes("Shrank")
      ? "small"
      : comment.includes("fit")
        ? "true"
        : null;
  return { rating, comment, fit };
}

export const letters: readonly { topic: TopicId; message: string }[] = [
  { topic: "orders", message: "My parcel has been at the same hub for two days. Can you ask the courier?" },
  { topic: "orders", message: "Can you deliver to the hostel office after 5 pm? The gate is closed before." },
  { topic: "products", message: "Is the oversized tee true to size? I am 178 cm and usually wear M." },
  { topic: "products", message: "Will the navy hoodie come back in L before December?" },
  { topic: "returns", message: "I have sent the parcel back on Monday. When will I get my money?" },
  { topic: "returns", message: "Can I exchange for another colour instead of another size?" },
  { topic: "account", message: "I paid by UPI and my bank shows the amount twice. Please check." },
  { topic: "account", message: "I would like to change the phone number of my account." },
  { topic: "other", message: "We are 40 people in our department fest team. Do you print group tees?" },
  { topic: "other", message: "Do you offer a discount for the student council's bulk order?" },
  {
    topic: "grievance",
    message: "My return was turned down though the labels were on it. Please look at it again.",
  },
];

/** What staff answer to the letters of a topic. */
export const answerOf: Record<TopicId, string> = {
  orders: "We have asked the courier. They will call before they come, tomorrow at the latest.",
  returns: "Your parcel came in today. The money goes back the way you paid, within five working days.",
  products: "It runs true to size, and more of it comes in next week. Ask us on its page to tell you.",
  account:
    "We have looked it up and put it right. Please check your account, and tell us if it is not as it should be.",
  grievance: "The grievance officer has looked at it again. Please send the parcel back; we pay for it.",
  other: "Thank you for asking. Please tell us how many pieces, in which sizes, and by when.",
};

/** Search queries with weights. Some have no result. */
export const searches: readonly (readonly [weight: number, query: string])[] = [
  ...["hoodie", "kurta", "white sneakers", "oversized tee", "jeans", "backpack", "black dress", "watch"].map(
    (query) => [9, query] as const,
  ),
  ...[
    "jutti",
    "linen shirt",
    "tote bag",
    "sunglasses",
    "denim jacket",
    "cargo trousers",
    "scarf",
    "wallet",
  ].map((query) => [5, query] as const),
  ...["saree", "lab coat", "raincoat", "blazer", "hiking shoes", "sports bra", "lehenga"].map(
    (query) => [3, query] as const,
  ),
  ...["running spikes", "laptop", "umbrella", "school uniform", "thermal wear", "swimsuit"].map(
    (query) => [1, query] as const,
  ),
];

export const stockReasons = {
  arrived: ["Delivery from the supplier", "Second lot arrived", "Returned by the photo studio"],
  missing: [
    "Counted: one missing",
    "Water damage on the shelf",
    "Taken for a photo shoot",
    "Counted: two missing",
  ],
} as const;
