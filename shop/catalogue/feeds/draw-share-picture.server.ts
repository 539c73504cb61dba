import { createRequire } from "node:module";
import sharp, { type OverlayOptions } from "sharp";
import { rupees } from "../../money.ts";
import { cleanLine } from "../../text/clean-text.ts";
import type { DisplayPrice } from "../catalogue.ts";

/** The size of link previews: 1200 by 630 pixels, as all networks require. */
export const shareSize = { width: 1200, height: 630 };

const face = (name: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/anek-devanagari/${name}`);
const faces = {
  plain: { font: "Anek Devanagari Medium", fontfile: face("500Medium/AnekDevanagari_500Medium.ttf") },
  bold: { font: "Anek Devanagari Bold", fontfile: face("700Bold/AnekDevanagari_700Bold.ttf") },
};
/** The shop's colours (app/styles/tokens.css), which a picture cannot reference. */
const colours = { paper: "#fcfbf7", ink: "#1b1a17", quiet: "#5a564d", indigo: "#2a3f7e" };

const margin = 60;
const side = shareSize.height;
const column = shareSize.width - side - 2 * margin;
const maxNameLength = 70;

export type SharePicture = { shopName: string; name: string; brand: string; price: DisplayPrice };

/**
 * Draws the preview picture. In: the texts, prices in paise, and the product's own picture if it has one. Out: a
 * JPEG.
 */
export async function drawSharePicture(words: SharePicture, picture: Buffer | null): Promise<Buffer> {
  const { shopName, name, brand, price } = words;
  const short = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1).trimEnd()}…` : name;
  const struck =
    price.struck === null ? "" : `<s>${markup(rupees(price.struck))}</s>  ${price.percentOff}% off`;
  const top = await written(shopName, { size: 30, bold: true, colour: colours.indigo });
  const middle = [
    // An empty text cannot be drawn.
    ...(brand.trim() ? [await written(brand, { size: 30, colour: colours.quiet })] : []),
    await written(short, { size: short.length > 36 ? 44 : 54, bold: true, colour: colours.ink }),
  ];
  const bottom = [
    await written(rupees(price.paid), { size: 72, bold: true, colour: colours.indigo }),
    ...(struck ? [await writtenMarkup(struck, { size: 34, colour: colours.quiet })] : []),
  ];
  const overlays: OverlayOptions[] = [
    { input: top.bytes, left: margin, top: margin },
    ...stacked(middle, 150, 16),
    ...stacked(bottom, shareSize.height - margin - heightOf(bottom, 14), 14),
    { input: bar(), left: 0, top: shareSize.height - 12 },
  ];
  if (picture) {
    const cut = await sharp(picture).resize(side, side, { fit: "cover", position: "attention" }).toBuffer();
    overlays.unshift({ input: cut, left: shareSize.width - side, top: 0 });
  }
  const canvas = sharp({ create: { ...shareSize, channels: 3, background: colours.paper } });
  return canvas.composite(overlays).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}

type Written = { bytes: Buffer; height: number };
type Hand = { size: number; colour: string; bold?: boolean };

function written(text: string, hand: Hand): Promise<Written> {
  return writtenMarkup(markup(text), hand);
}

async function writtenMarkup(text: string, { size, colour, bold = false }: Hand): Promise<Written> {
  const { font, fontfile } = bold ? faces.bold : faces.plain;
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="0.75">${text}</span>`,
      font: `${font} ${size}`,
      fontfile,
      width: column,
      rgba: true,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, height: info.height };
}

function stacked(lines: Written[], from: number, gap: number): OverlayOptions[] {
  let top = from;
  return lines.map(({ bytes, height }) => {
    const placed = { input: bytes, left: margin, top };
    top += height + gap;
    return placed;
  });
}

function heightOf(lines: Written[], gap: number): number {
  return lines.reduce((sum, { height }) => sum + height, gap * (lines.length - 1));
}

function bar(): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="12"><rect width="100%" height="100%" fill="${colours.indigo}"/></svg>`,
  );
}

/** Pango parses markup; a control character would make it reject the whole text. */
function markup(text: string): string {
  return cleanLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
