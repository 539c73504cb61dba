import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { OverlayOptions } from "sharp";
import sharp from "sharp";
import type { Services } from "../../../platform/services.server.ts";
import { type Storage, storeCopy } from "../../../platform/storage/storage.server.ts";
import { cutText } from "../../../platform/text/cut-text.ts";
import { rupees } from "../../money.ts";
import { cleanLine } from "../../text/clean-text.ts";
import {
  fontPath,
  otherTypefaces,
  pictograph,
  shopTypeface,
  type Typeface,
} from "../../text/fonts.server.ts";
import type { DisplayPrice } from "../catalogue.ts";
import { withEncoderSlot } from "../pictures/encode.server.ts";
import { originalKey } from "../pictures/picture-keys.ts";
import type { ProductPage } from "../product.ts";

/** The version of the layout: a new one redraws all pictures. */
const style = "2";
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
    await storeCopy(storage, key, bytes);
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
/** Between texts. */
const gap = 16;
const markSide = 48;
const longestText = 70;
/** Where brand and name begin, from the top. */
const middleTop = 150;

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
  const width = shareSize.width - 2 * margin - (picture ? side : 0);
  const short = shortened(name);
  const struck =
    price.struck === null ? "" : `<s>${markup(rupees(price.struck))}</s>  ${price.percentOff}% off`;
  const left = margin + (mark ? markSide + 12 : 0);
  const top = await fitting(
    markup(shortened(shopName)),
    { sizes: [30, 24, 20], bold: true, colour: colours.indigo },
    { width: width + margin - left, height: middleTop - margin - gap },
  );
  const bottom = [
    await written(markup(rupees(price.paid)), { size: 72, bold: true, colour: colours.indigo, width }),
    ...(struck ? [await written(struck, { size: 34, colour: colours.quiet, width })] : []),
  ];
  const bottomTop = shareSize.height - margin - heightOf(bottom);
  const free = bottomTop - gap - middleTop;
  const brandLines = await fitting(
    markup(brand),
    { sizes: [30, 24], colour: colours.quiet },
    { width, height: free / 3 },
  );
  const nameLines = await fitting(
    markup(short),
    { sizes: short.length > 36 ? [44, 36, 28, 22] : [54, 44, 36, 28, 22], bold: true, colour: colours.ink },
    { width, height: free - heightOf(brandLines) - gap },
  );
  const icon = mark && (await sharp(mark).resize(markSide, markSide).png().toBuffer());
  const overlays: OverlayOptions[] = [
    ...(icon
      ? [{ input: icon, left: margin, top: margin - Math.round((markSide - heightOf(top)) / 2) }]
      : []),
    ...stacked(top, { left, top: margin }),
    ...stacked([...brandLines, ...nameLines], { left: margin, top: middleTop }),
    ...stacked(bottom, { left: margin, top: bottomTop }),
    { input: bar(colours.indigo), left: 0, top: shareSize.height - 12 },
  ];
  if (picture) {
    const cut = await sharp(picture).resize(side, side, { fit: "cover", position: "attention" }).toBuffer();
    overlays.unshift({ input: cut, left: shareSize.width - side, top: 0 });
  }
  const canvas = sharp({ create: { ...shareSize, channels: 3, background: colours.paper } });
  return canvas.composite(overlays).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
}

function shortened(text: string): string {
  return text.length > longestText ? `${cutText(text, longestText - 1).trimEnd()}…` : text;
}

type Written = { bytes: Buffer; height: number };
type Hand = { colour: string; bold?: boolean };

/** Text, as markup, in the largest of these sizes that leaves it low enough for a box, else in the last. None: []. */
async function fitting(
  text: string,
  { sizes, ...hand }: Hand & { sizes: number[] },
  box: { width: number; height: number },
): Promise<Written[]> {
  if (text === "") return [];
  const [size = 20, ...smaller] = sizes;
  const drawn = await written(text, { ...hand, size, width: box.width });
  return drawn.height <= box.height || smaller.length === 0
    ? [drawn]
    : fitting(text, { ...hand, sizes: smaller }, box);
}

/** Text, as markup, in lines of at most `width` pixels. */
async function written(
  text: string,
  { size, colour, bold = false, width }: Hand & { size: number; width: number },
): Promise<Written> {
  const weight = bold ? "bold" : "regular";
  const others = otherTypefaces.filter(({ of }) => of.test(text));
  for (const typeface of others) await loadTypeface(typeface, weight);
  const families = [shopTypeface, ...others].map(({ family }) => family);
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="0.75">${text}</span>`,
      font: `${families.join(",")} ${bold ? "Semi-Bold " : ""}${size}`,
      fontfile: fontPath(shopTypeface[weight]),
      width,
      rgba: true,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { bytes: data, height: info.height };
}

/** One text names one file, and libvips keeps those it has seen: a letter of its own makes a typeface known. */
async function loadTypeface({ family, ...files }: Typeface, weight: "regular" | "bold"): Promise<void> {
  await sharp({ text: { text: "a", font: family, fontfile: fontPath(files[weight]) } }).toBuffer();
}

function stacked(lines: Written[], from: { left: number; top: number }): OverlayOptions[] {
  let { top } = from;
  return lines.map(({ bytes, height }) => {
    const placed = { input: bytes, left: from.left, top };
    top += height + gap;
    return placed;
  });
}

function heightOf(lines: Written[]): number {
  return lines.reduce((sum, { height }) => sum + height, gap * Math.max(0, lines.length - 1));
}

function bar(colour: string): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${shareSize.width}" height="12"><rect width="100%" height="100%" fill="${colour}"/></svg>`,
  );
}

/** Pango parses markup; a control character would make it reject the whole text. */
function markup(text: string): string {
  return cleanLine(text.replaceAll(pictograph, ""))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}
