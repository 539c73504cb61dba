/** How many people found a product small, true to size or large, and how many kept it without feedback. */
export type FitCounts = { small: number; true: number; large: number; kept: number };

type FitVerdict = "small" | "true" | "large";

/** The verdict on a product's size: `people` of the `of` people who gave feedback agree. */
export type Fit = { verdict: FitVerdict; people: number; of: number };

export const noFitCounts: FitCounts = { small: 0, true: 0, large: 0, kept: 0 };

/** With feedback from fewer people nothing is shown. */
export const fewestVotes = 5;
/** The weight of a kept product without feedback: it was wearable, which says less than a vote. */
const weightOfKept = 0.25;
/** The weight of each prior (shop, category, brand) in votes. */
const priorWeight = 6;
/** The prior before any feedback. */
const shopPrior = { small: 0.15, true: 0.7, large: 0.15 };
/** The minimum estimate of a shown verdict. */
const likelyEnough = 0.5;

const verdicts = ["small", "true", "large"] as const;

/**
 * The verdict on a product's size, or null with too little evidence: fewer than `fewestVotes` people gave feedback,
 * none of the three verdicts is likely, or fewer than half of them agree with the likeliest. The estimate of each
 * verdict is shrunk towards that of the brand's products of the category, and that towards the category's: the mean of
 * a Dirichlet distribution (docs/decisions/0033-size-and-fit.md). In: the counts of the product and, without it, those
 * of the other products of its category by the same brand and of the whole category.
 */
export function estimateFit(product: FitCounts, brand: FitCounts, category: FitCounts): Fit | null {
  const of = product.small + product.true + product.large;
  if (of < fewestVotes) return null;
  const likely = shrunk(product, shrunk(brand, shrunk(category, shopPrior)));
  const verdict = verdicts.reduce((best, one) => (likely[one] > likely[best] ? one : best), "true");
  const people = product[verdict];
  return likely[verdict] >= likelyEnough && people * 2 > of ? { verdict, people, of } : null;
}

type Shares = Record<FitVerdict, number>;

function shrunk(counts: FitCounts, prior: Shares): Shares {
  const weighted = { ...counts, true: counts.true + weightOfKept * counts.kept };
  const all = weighted.small + weighted.true + weighted.large + priorWeight;
  const share = (one: FitVerdict) => (weighted[one] + priorWeight * prior[one]) / all;
  return { small: share("small"), true: share("true"), large: share("large") };
}

/** "9 of 12 people say it runs small: take one size up." */
export function fitWords({ verdict, people, of }: Fit): string {
  const who = `${people} of ${of} people say it`;
  if (verdict === "true") return `${who} is true to size.`;
  return verdict === "small"
    ? `${who} runs small: take one size up.`
    : `${who} runs large: take one size down.`;
}
