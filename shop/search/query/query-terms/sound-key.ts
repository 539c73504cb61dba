const spellings: [RegExp, string][] = [
  [/ph/g, "f"],
  [/tch/g, "ch"],
  [/([kgbdj])h/g, "$1"],
  [/ck|q/g, "k"],
  [/x/g, "ks"],
  [/c(?=[eiy])/g, "s"],
  [/ch/g, "5"],
  [/c/g, "k"],
  [/sh/g, "6"],
  [/th/g, "7"],
  [/z/g, "j"],
  [/w/g, "v"],
];

/**
 * A phonetic key of a word in Latin letters, for English and Hinglish: its consonants, without repetition. "neckless"
 * and "necklace", "sleepers" and "slippers", "jumka" and "jhumka" are the same. In: lower case.
 */
export function soundKey(word: string): string {
  const letters = spellings.reduce((text, [from, to]) => text.replace(from, to), word);
  const first = /^[aeiouy]/.test(letters) ? "a" : "";
  return first + letters.replace(/[aeiouyh]/g, "").replace(/(.)\1+/g, "$1");
}
