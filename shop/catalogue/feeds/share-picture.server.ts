import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { buffer } from "node:stream/consumers";
import type { OverlayOptions } from "sharp";
import sharp from "sharp";
import type { Services } from "../../../platform/services.server.ts";
import type { Storage } from "../../../platform/storage/storage.server.ts";
import { rupees } from "../../money.ts";
import { cleanLine } from "../../text/clean-text.ts";
import type { DisplayPrice } from "../catalogue.ts";
import { withEncoderSlot } from "../pictures/encode.server.ts";
import { originalKey } from "../pictures/picture-keys.ts";
import type { ProductPage } from "../product.ts";

/** The version of the layout: a new one redraws all pictures. */
const style = "1";
/** More waiting requests than this are refused. */
const maxWaiting = 20;

const making = new Map<string, Promise<Buffer>>();

/**
 * The preview picture of a product with its name and price: drawn at the first request and stored under a tag of its
 * content, so that a new price gives a new picture. In: the product page, the shop's name and look. Out: a JPEG and its tag;
 * `busy` when too many are being drawn.
 */
export async function sharePicture(
  { storage }: { storage: Services["storage"] },
  product: Pick<ProductPage, "name" | "brand" | "price" | "pictures">,
  shopName: string,
  look: ShareLook,
): Promise<{ bytes: Buffer; tag: string } | "busy"> {
  const { name, brand, price, pictures } = product;
  const words = { shopName, name, brand, price };
  const [first] = pictures;
  const tag = createHash("sha256")
    .update(
      JSON.stringify([style, words, first?.key ?? null, ...(look === shippedShare ? [] : lookTag(look))]),
    )
    .digest("hex")
    .slice(0, 32);
  const key = `share/${tag}.jpg`;
  const stored = await read(storage, key);
  if (stored) return { bytes: stored, tag };
  const before = making.get(key);
  if (before) return { bytes: await before, tag };
  if (making.size >= maxWaiting) return "busy";
  const made = withEncoderSlot(async () => {
    const bytes = await drawSharePicture(
      words,
      look,
      first ? await read(storage, originalKey(first.key)) : null,
    );
    await storage.put(key, bytes);
    return bytes;
  }).finally(() => making.delete(key));
  making.set(key, made);
  return { bytes: await made, tag };
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const stored = await storage.get(key);
  return stored ? buffer(stored.body) : null;
}

/** The size of link previews: 1200 by 630 pixels, as all networks require. */
const shareSize = { width: 1200, height: 630 };

const face = (name: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/anek-devanagari/${name}`);
const faces = {
  plain: { font: "Anek Devanagari Medium", fontfile: face("500Medium/AnekDevanagari_500Medium.ttf") },
  bold: { font: "Anek Devanagari Bold", fontfile: face("700Bold/AnekDevanagari_700Bold.ttf") },
};
/** Colours of the picture ("#rrggbb"), and the shop's icon beside its name. */
export type ShareLook = {
  colours: { paper: string; ink: string; quiet: string; indigo: string };
  mark: Buffer | null;
};

/** The shop's own look (app/styles/tokens.css), which a picture cannot reference. */
export const shippedShare: ShareLook = {
  colours: { paper: "#fcfbf7", ink: "#1b1a17", quiet: "#5a564d", indigo: "#2a3f7e" },
  mark: null,
};

const lookTag = ({ colours, mark }: ShareLook) => [
  colours,
  mark && createHash("sha256").update(mark).digest("hex"),
];

const margin = 60;
const side = shareSize.height;
const column = shareSize.width - side - 2 * margin;
const markSide = 48;
const maxNameLength = 70;

type SharePicture = { shopName: string; name: string; brand: string; price: DisplayPrice };

/**
 * Draws the preview picture. In: the texts, prices in paise, and the product's own picture if it has one. Out: a
 * JPEG.
 */
async function drawSharePicture(
  words: SharePicture,
  { colours, mark }: ShareLook,
  picture: Buffer | null,
): Promise<Buffer> {
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
  const icon = mark && (await sharp(mark).resize(markSide, markSide).png().toBuffer());
  const overlays: OverlayOptions[] = [
    ...(icon ? [{ input: icon, left: margin, top: margin - (markSide - top.height) / 2 }] : []),
    { input: top.bytes, left: margin + (icon ? markSide + 12 : 0), top: margin },
    ...stacked(middle, 150, 16),
    ...stacked(bottom, shareSize.height - margin - heightOf(bottom, 14), 14),
    { input: bar(colours.indigo), left: 0, top: shareSize.height - 12 },
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

function bar(colour: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="12"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
  );
}

/** Pango parses markup; a control character would make it reject the whole text. */
function markup(text: string): string {
  return cleanLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
