import { colourFamilies } from "../../catalogue/catalogue.ts";

/** The families of a filter in words: "Red" and "Blue", or "Not red" when it has all but one. */
export function colourLabels(ids: readonly string[]): string[] {
  const chosen = colourFamilies.filter(({ id }) => ids.includes(id));
  const [left, ...others] = colourFamilies.filter(({ id }) => !ids.includes(id));
  return left && others.length === 0 ? [`Not ${left.label.toLowerCase()}`] : chosen.map(({ label }) => label);
}
