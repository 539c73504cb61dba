import { createRequire } from "node:module";

/** A typeface: its name, and the files of its two weights (`fontPath`). */
export type Typeface = { family: string; regular: string; bold: string };

/** The shop's typeface: Latin, Devanagari and the rupee sign. */
export const shopTypeface: Typeface = anek("devanagari", "Devanagari");

/**
 * The typefaces of the other scripts of the languages of India (Constitution, Eighth Schedule), for documents and
 * pictures; `of` matches texts that need one. Chosen by trial: fontkit, which lays out documents, cannot do Noto's
 * Gurmukhi and Malayalam, nor the joiners of Anek Devanagari.
 */
export const otherTypefaces: (Typeface & { of: RegExp })[] = [
  { of: /\p{scx=Devanagari}.*[\u200c\u200d]/u, ...noto("sans-devanagari", "Sans Devanagari") },
  { of: /\p{Script=Bengali}/u, ...anek("bangla", "Bangla") },
  { of: /\p{Script=Gujarati}/u, ...anek("gujarati", "Gujarati") },
  {
    of: /\p{Script=Gurmukhi}/u,
    family: "Baloo Paaji 2",
    regular: "baloo-paaji-2/BalooPaaji2_400Regular.ttf",
    bold: "baloo-paaji-2/BalooPaaji2_600SemiBold.ttf",
  },
  { of: /\p{Script=Oriya}/u, ...noto("sans-oriya", "Sans Oriya") },
  { of: /\p{Script=Tamil}/u, ...anek("tamil", "Tamil") },
  { of: /\p{Script=Telugu}/u, ...anek("telugu", "Telugu") },
  { of: /\p{Script=Kannada}/u, ...anek("kannada", "Kannada") },
  { of: /\p{Script=Malayalam}/u, ...anek("malayalam", "Malayalam") },
  { of: /\p{Script=Arabic}/u, ...noto("naskh-arabic", "Naskh Arabic") },
  { of: /\p{Script=Ol_Chiki}/u, ...noto("sans-ol-chiki", "Sans Ol Chiki") },
  { of: /\p{Script=Meetei_Mayek}/u, ...noto("sans-meetei-mayek", "Sans Meetei Mayek") },
];

/** Pictures in place of letters: no typeface here has them, and neither documents nor pictures need them. */
export const pictograph =
  /(?![©®™])\p{Extended_Pictographic}[\u200d\ufe0f\p{Emoji_Modifier}]*|\p{Regional_Indicator}/gu;

/** The absolute path of a typeface's file. */
export function fontPath(file: string): string {
  return createRequire(import.meta.url).resolve(`@expo-google-fonts/${file}`);
}

function anek(folder: string, script: string): Typeface {
  return typeface(`anek-${folder}`, `Anek ${script}`);
}

function noto(folder: string, script: string): Typeface {
  return typeface(`noto-${folder}`, `Noto ${script}`);
}

function typeface(folder: string, family: string): Typeface {
  const name = family.replaceAll(" ", "");
  return {
    family,
    regular: `${folder}/400Regular/${name}_400Regular.ttf`,
    bold: `${folder}/600SemiBold/${name}_600SemiBold.ttf`,
  };
}
