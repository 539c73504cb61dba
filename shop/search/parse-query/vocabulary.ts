const colours: Record<string, string> = {
  black: "black kala kaala kaali kali kale काला काली काले",
  grey: "grey gray slaiti salety स्लेटी",
  white: "white offwhite safed safaid saphed सफ़ेद सफेद",
  beige: "beige cream badami बादामी",
  brown: "brown bhura bhoora bhuri भूरा भूरी",
  red: "red lal laal लाल",
  pink: "pink gulabi गुलाबी",
  orange: "orange narangi santri नारंगी संतरी",
  yellow: "yellow peela pila peeli pili पीला पीली",
  green: "green hara haraa hari हरा हरी",
  blue: "blue neela nila neeli nili aasmani नीला नीली आसमानी",
  purple: "purple baingani jamuni violet बैंगनी जामुनी",
};

const collections: { slug: string; name: string; words: string }[] = [
  {
    slug: "men",
    name: "Men",
    words:
      "men mens man male gents gent boys boy ladko ladke ladkon ladka mard purush aadmi husband hubby pati boyfriend bf" +
      " papa dad daddy father pitaji bhai bhaiya brother uncle dada nana beta son पुरुष पुरुषों लड़के लड़कों लड़का भाई पापा पति",
  },
  {
    slug: "women",
    name: "Women",
    words:
      "women womens woman female ladies lady mahila mahilaon aurat auraton wife biwi patni girlfriend gf mom mummy maa" +
      " mother sister behen behan bahan didi bhabhi aunty auntie dadi nani महिला महिलाओं औरत औरतों पत्नी माँ बहन",
  },
  {
    slug: "girls",
    name: "Girls",
    words: "girls girl ladki ladkiyan ladkiyon ladkiyo daughter beti लड़की लड़कियों लड़कियां बेटी",
  },
];

const sizes: Record<string, string> = {
  small: "S",
  medium: "M",
  large: "L",
  "extra large": "XL",
  "extra small": "XS",
  "2xl": "XXL",
  xxxl: "3XL",
};

const byColour = new Map(
  Object.entries(colours).flatMap(([family, words]) =>
    words.split(" ").map((word) => [word, family] as const),
  ),
);
const byCollection = new Map(
  collections.flatMap(({ slug, name, words }) =>
    words.split(" ").map((word) => [word.normalize("NFC"), { slug, name }] as const),
  ),
);

/** The colour family of a word in English, Hinglish or Hindi. Shades ("navy") are searched as words. */
export function colourOf(word: string): string | null {
  return byColour.get(word) ?? null;
}

/** The collection of a word: "men", "ladkiyon", "महिला". */
export function collectionOf(word: string): { slug: string; name: string } | null {
  return byCollection.get(word) ?? null;
}

/** The size in the shop's notation; null for any other word. */
export function sizeOf(word: string): string | null {
  if (word in sizes) return sizes[word] ?? null;
  if (/^(xx?s|s|m|l|xx?l|[34]xl)$/.test(word)) return word.toUpperCase();
  return /^\d{1,2}$/.test(word) ? String(Number(word)) : null;
}
