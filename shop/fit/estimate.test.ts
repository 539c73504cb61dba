import fc from "fast-check";
import { expect, test } from "vitest";
import { holds } from "../../test/support/money/money-cases.ts";
import { estimateFit, type FitCounts, fewestVotes, fitWords, noFitCounts } from "./estimate.ts";

const counts = (over: Partial<FitCounts>): FitCounts => ({ ...noFitCounts, ...over });
const alone = (over: Partial<FitCounts>) => estimateFit(counts(over), noFitCounts, noFitCounts);

test("the verdict of the majority is shown with its counts", () => {
  const fit = alone({ small: 9, true: 3 });
  expect(fit).toEqual({ verdict: "small", people: 9, of: 12 });
  expect(fit && fitWords(fit)).toBe("9 of 12 people say it runs small: take one size up.");
  const large = alone({ large: 11, true: 2, kept: 4 });
  expect(large && fitWords(large)).toBe("11 of 13 people say it runs large: take one size down.");
  const same = alone({ true: 5 });
  expect(same && fitWords(same)).toBe("5 of 5 people say it is true to size.");
});

test("four votes are too few for a verdict, and votes without a clear majority give none", () => {
  expect(alone({ small: 4, kept: 100 })).toBeNull();
  expect(alone({ small: 6, large: 6 })).toBeNull();
  expect(alone({ small: 6, true: 6 })).toBeNull();
});

test("a few votes count less when the brand's other products fit, and more when they run small too", () => {
  const few = counts({ small: 4, true: 2 });
  const category = counts({ small: 10, true: 80, large: 10 });
  expect(estimateFit(few, counts({ true: 60 }), category)).toBeNull();
  expect(estimateFit(few, counts({ small: 50, true: 10 }), category)).toMatchObject({ verdict: "small" });
});

test("many buyers who kept the product without a vote outweigh a few votes", () => {
  expect(alone({ small: 8, true: 2 })).toMatchObject({ verdict: "small" });
  expect(alone({ small: 8, true: 2, kept: 120 })).toBeNull();
});

test("a verdict needs more than half of the feedback, and enough of it", () => {
  const some = fc.record({
    small: fc.nat(30),
    true: fc.nat(30),
    large: fc.nat(30),
    kept: fc.nat(200),
  });
  holds(
    fc.property(some, some, some, (product, brand, category) => {
      const fit = estimateFit(product, brand, category);
      if (!fit) return;
      expect(fit.of).toBe(product.small + product.true + product.large);
      expect(fit.of).toBeGreaterThanOrEqual(fewestVotes);
      expect(fit.people).toBe(product[fit.verdict]);
      expect(fit.people * 2).toBeGreaterThan(fit.of);
    }),
  );
});
