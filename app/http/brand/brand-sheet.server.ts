import { createHash } from "node:crypto";
import roundFace from "@fontsource-variable/baloo-2/files/baloo-2-latin-wght-normal.woff2?url";
import serifFace from "@fontsource-variable/lora/files/lora-latin-wght-normal.woff2?url";
import {
  type Brand,
  changedTokens,
  defaultBrand,
  hasOwnColours,
  type Pairing,
} from "../../../shop/brand/brand.ts";
import { isDarkGround } from "../../../shop/brand/colours.ts";
import wideFace from "../../styles/fonts/anek-wide.woff2?url";

type Sheet = { css: string; path: string };

/** The typefaces of headings; letters that one lacks, such as ₹, are those of Anek. */
const faces: Record<Pairing, { file: string; family: string | null }> = {
  block: { file: wideFace, family: null },
  serif: { file: serifFace, family: "Lora" },
  round: { file: roundFace, family: "Baloo 2" },
};

/** The file of the headings' typeface, which pages load early. */
export const headingFace = (pairing: Pairing) => faces[pairing].file;

const latin =
  "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+FEFF,U+FFFD";

/**
 * Logos are at most 36 px high, and narrow enough to stand beside the buttons of a phone's header.
 * `--logo-max-width`: what a header with less room sets. No layer has this sheet, so that it wins over theirs.
 */
const logoRules = `[data-brand~=logo]{display:flex}
[data-brand~=logo] img{width:auto;height:auto;max-width:var(--logo-max-width,min(11rem,38vw));max-height:2.25rem}
[data-brand~=on-hem]{width:fit-content}
[data-brand~=on-hem] img{max-width:min(14rem,60vw)}
[data-brand~=plate]{padding:.375rem .5rem;border-radius:var(--r-2);background:var(--brand-plate)}
@media (prefers-color-scheme:dark){[data-brand~=plate-dark]{padding:.375rem .5rem;border-radius:var(--r-2);background:var(--brand-plate)}}
[data-brand=icon]{width:1.75rem;height:1.75rem}
.cloth [data-brand~=logo]{margin-bottom:1rem}
`;

const withoutPattern = `.block-border,.temple,.site-head .mark-block,.site-foot .mark-block,.office .mark-block{display:none}
.split .cloth::before{background:none}
`;

type Look = Pick<Brand, "accent" | "background" | "pairing" | "hasPattern">;

/** The rules of a brand, which stand above those of the app's sheet wherever they are linked ("html:root"). */
function rulesOf(look: Look): string {
  const { light, dark } = changedTokens(look);
  const { family, file } = faces[look.pairing];
  const declared = (tokens: [string, string][]) =>
    tokens.map(([name, colour]) => `--${name}:${colour};`).join("");
  const face =
    family === null
      ? ""
      : `@font-face{font-family:"${family}";src:url("${file}") format("woff2");font-weight:400 700;font-display:swap;unicode-range:${latin}}\n`;
  const faceToken =
    family === null ? "" : `--face-wide:"${family}","Anek","Anek Fallback",system-ui,sans-serif;`;
  // Form controls and scroll bars follow.
  const scheme = isDarkGround(look.background) ? "color-scheme:dark;" : "";
  const night =
    dark.length > 0
      ? `@media (prefers-color-scheme:dark){html:root{color-scheme:dark;${declared(dark)}}}\n`
      : "";
  return `${face}html:root{${scheme}${declared(light)}${faceToken}--brand-plate:${look.background}}
${night}${logoRules}${look.hasPattern ? "" : withoutPattern}`;
}

const known = new Map<string, Sheet>();

function sheetOf(look: Look): Sheet {
  const name = [
    look.accent.slice(1),
    look.background.slice(1),
    look.pairing,
    look.hasPattern ? "pattern" : "plain",
  ].join("-");
  const before = known.get(name);
  if (before) return before;
  const css = rulesOf(look);
  const version = createHash("sha256").update(css).digest("hex").slice(0, 12);
  const sheet = { css, path: `/media/brand/${name}.${version}.css` };
  // Everybody can ask for any colours.
  if (known.size > 50) known.clear();
  known.set(name, sheet);
  return sheet;
}

/** The address of a brand's style sheet; null: the shop's look is the one that it came with. */
export function brandSheetPath(brand: Brand): string | null {
  const isShipped =
    !hasOwnColours(brand) &&
    brand.pairing === defaultBrand.pairing &&
    brand.hasPattern &&
    !brand.logo &&
    !brand.logoDark &&
    !brand.icon;
  return isShipped ? null : sheetOf(brand).path;
}

/**
 * The style sheet of an address: everything in it is in its name, so that drafts, earlier versions in caches and other
 * processes need no look at the database. Null: no such sheet. `isCurrent`: no other build made the address.
 */
export function brandSheetAt(file: string): { css: string; isCurrent: boolean } | null {
  const [, accent, background, pairing, pattern] =
    /^([0-9a-f]{6})-([0-9a-f]{6})-(block|serif|round)-(pattern|plain)\.[0-9a-f]{12}\.css$/.exec(file) ?? [];
  const face = (["block", "serif", "round"] as const).find((one) => one === pairing);
  if (!face) return null;
  const look = {
    accent: `#${accent}`,
    background: `#${background}`,
    pairing: face,
    hasPattern: pattern === "pattern",
  };
  const { css, path } = sheetOf(look);
  return { css, isCurrent: path === `/media/brand/${file}` };
}
