/**
 * A word without its plural ending, so that words are compared as written and not by a stem: "leggings" is not
 * "leg", a "weekender" not a "weekend". Only both sides of a comparison are passed through it; "hoody" stands for
 * hoodie and hoodies. In: one word, lower case.
 */
export function singular(word: string): string {
  const one = /(?:ss|us|is)$/.test(word)
    ? word
    : /(?:s|x|z|ch|sh)es$/.test(word)
      ? word.slice(0, -2)
      : word.length > 3 && word.endsWith("s")
        ? word.slice(0, -1)
        : word;
  return one.length > 3 && one.endsWith("ie") ? `${one.slice(0, -2)}y` : one;
}
