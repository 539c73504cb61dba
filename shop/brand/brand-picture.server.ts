import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import sharp, { type Sharp } from "sharp";
import { cached } from "../../platform/lru.ts";
import type { Services } from "../../platform/services.server.ts";
import { storeCopy } from "../../platform/storage/storage.server.ts";
import { type ShareLook, shippedShare } from "../catalogue/feeds/share-picture.server.ts";
import { withEncoderSlot } from "../catalogue/pictures/encode.server.ts";
import { originalKey } from "../catalogue/pictures/picture-keys.ts";
import { type PictureRefusal, savePicture } from "../catalogue/pictures/save-picture.server.ts";
import { picture } from "../catalogue/tables.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { currentBrand } from "./brand.server.ts";
import { type BrandPicture, type BrandPictureField, type BrandSize, fitted, hasOwnColours } from "./brand.ts";
import { cleanSvg, type SvgRefusal } from "./clean-svg.ts";
import { schemesOf } from "./colours.ts";

export type BrandPictureRefusal =
  | PictureRefusal
  | SvgRefusal
  | "icon-not-square"
  | "icon-too-small"
  | "logo-too-long";

/** Pixels: enough for 512 px icons, and for a logo 96 px high on the densest screen and in print. */
const drawnAt = { width: 1200, height: 1200 };
/** The longest side to the other: a longer logo would not fit beside the search on a phone. */
const longestLogo = 8;
const smallestIcon = 192;
/** Seconds after which drawing is given up; the checks of `cleanSvg` keep it below one. */
const patience = 5;

/**
 * Stores an uploaded logo or icon as a picture (`savePicture`). An SVG is checked, drawn once and never served as one.
 * In: the file's bytes. Out: its key and size; refusals of `savePicture` and `cleanSvg`, for an icon 'icon-not-square'
 * and 'icon-too-small' (192 pixels), for a logo 'logo-too-long' (eight times as long as high, or as high as long).
 */
export async function saveBrandPicture(
  ports: Pick<Services, "storage" | "db">,
  field: BrandPictureField,
  bytes: Buffer,
): Promise<Done<BrandPicture> | Refused<BrandPictureRefusal>> {
  const drawn = isSvg(bytes) ? await drawSvg(bytes) : done(bytes);
  if (!drawn.ok) return drawn;
  const stored = await savePicture(ports, drawn.value);
  if (!stored.ok) return stored;
  const { key, width, height } = stored.value;
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (field === "icon" && long > short * 1.05) return refused("icon-not-square");
  if (field === "icon" && short < smallestIcon) return refused("icon-too-small");
  if (long > short * longestLogo) return refused("logo-too-long");
  return done({ key, width, height });
}

/** By its first element: XML declarations, comments and a DOCTYPE may come before it. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes
    .toString("utf8", 0, 4_000)
    .replace(/^\ufeff/, "")
    .trimStart();
  return start.startsWith("<") && /<(?:svg:)?svg[\s>/]|^<\?xml|^<!DOCTYPE svg/i.test(start);
}

async function drawSvg(
  bytes: Buffer,
): Promise<Done<Buffer> | Refused<SvgRefusal | "picture-too-many-pixels">> {
  const clean = cleanSvg(bytes);
  if (!clean.ok) return clean;
  const svg = Buffer.from(clean.value);
  return withEncoderSlot(async () => {
    try {
      // By a buffer without a base, so that the renderer (librsvg) could not open files either.
      const { width, height } = await sharp(svg, { limitInputPixels: false }).metadata();
      const scale = Math.min(drawnAt.width / width, drawnAt.height / height);
      const density = 72 * scale;
      if (!(density >= 1 && density <= 100_000)) return refused("picture-too-many-pixels");
      const drawing = sharp(svg, { density, limitInputPixels: 4 * drawnAt.width * drawnAt.height });
      return done(
        await drawing
          .resize({ ...drawnAt, fit: "inside" })
          .timeout({ seconds: patience })
          .png()
          .toBuffer(),
      );
    } catch {
      return refused("svg-broken");
    }
  });
}

const nothing = { r: 0, g: 0, b: 0, alpha: 0 };
const square = (side: number) =>
  ({ width: side, height: side, fit: "contain", background: nothing }) as const;

/** How each size is made of the whole picture. */
const encoders: Record<BrandSize, (whole: Sharp) => Sharp | Promise<Sharp>> = {
  logo: (whole) => whole.resize({ width: 480, height: 96, fit: "inside", withoutEnlargement: true }),
  "96": (whole) => whole.resize(square(96)),
  // iOS draws transparency black.
  "180": (whole) => whole.resize(square(180)).flatten({ background: "#ffffff" }),
  "192": (whole) => whole.resize(square(192)),
  "512": (whole) => whole.resize(square(512)),
  // Phones cut it to a circle of 80 % (W3C, Web App Manifest, "safe zone").
  maskable: async (whole) => {
    const inner = await whole.resize(square(360)).png().toBuffer();
    const ground = { width: 512, height: 512, channels: 4, background: "#ffffff" } as const;
    return sharp({ create: ground }).composite([{ input: inner }]);
  },
  badge: async (whole) => {
    const side = 96;
    const shape = await whole.resize(square(side)).ensureAlpha().extractChannel("alpha").raw().toBuffer();
    const white = sharp({ create: { width: side, height: side, channels: 3, background: "#ffffff" } });
    return white.joinChannel(shape, { raw: { width: side, height: side, channels: 1 } });
  },
};

/** The name of a served picture: a stored one's key, or the two colours of the motif, and the size. */
const fileName = /^([0-9a-f]{32}|[0-9a-f]{12})-(logo|96|180|192|512|maskable|badge)\.png$/;

function readFileName(name: string) {
  const [, source = "", size] = fileName.exec(name) ?? [];
  const encode =
    size === undefined ? undefined : Object.entries(encoders).find(([each]) => each === size)?.[1];
  return encode && { source, size, encode };
}

/** Icons of the motif that are kept: those of the shop's colours, of earlier ones and of drafts. */
const mostDrawn = 64;
/** More that are being drawn than this are refused: anybody can ask for any two colours. */
const mostDrawing = 20;
const drawn = new Map<string, Promise<Buffer>>();
let drawing = 0;

/**
 * An icon with the shipped motif in two colours, as PNG, drawn once and kept in memory. In: the name as in
 * `brandPicturePath`. Out: the file; `busy` when too many are being drawn; null for another name.
 */
export async function drawnIcon(name: string): Promise<Buffer | "busy" | null> {
  const read = readFileName(name);
  if (read?.source.length !== 12) return null;
  if (!drawn.has(name) && drawing >= mostDrawing) return "busy";
  return cached(drawn, mostDrawn, name, () => {
    drawing++;
    const made = withEncoderSlot(async () => (await read.encode(motif(read.source))).png().toBuffer());
    return made
      .catch((error) => {
        drawn.delete(name);
        throw error;
      })
      .finally(() => drawing--);
  });
}

/**
 * A stored picture of the brand in one size, as PNG, which mail programs and phones know; encoded at the first request and
 * stored beside the picture. In: the name as in `brandPicturePath`. Out: the file; null for an unknown one.
 */
export async function servedBrandPicture(
  { db, storage }: Pick<Services, "db" | "storage">,
  name: string,
): Promise<Buffer | null> {
  const read = readFileName(name);
  if (read?.source.length !== 32) return null;
  const { source, size, encode } = read;
  const key = `pictures/${source}/brand-${size}.png`;
  const stored = await storage.get(key);
  if (stored) return buffer(stored.body);
  const [found] = await db.select({ key: picture.key }).from(picture).where(eq(picture.key, source));
  const original = found && (await storage.get(originalKey(source)));
  if (!original) return null;
  const whole = await buffer(original.body);
  const file = await withEncoderSlot(async () => (await encode(sharp(whole))).png().toBuffer());
  await storeCopy(storage, key, file);
  return file;
}

/** The logo for a document, with its size on paper in points; null: there is none. */
export async function documentLogo(
  ports: Pick<Services, "db" | "storage">,
): Promise<{ bytes: Buffer; width: number; height: number } | null> {
  const { logo } = await currentBrand(ports);
  const bytes = logo && (await servedBrandPicture(ports, `${logo.key}-logo.png`));
  return logo && bytes ? { bytes, ...fitted(logo, { width: 180, height: 36 }) } : null;
}

/** What the preview pictures of shared links take of the brand. */
export async function shareLook(ports: Pick<Services, "db" | "storage">): Promise<ShareLook> {
  const brand = await currentBrand(ports);
  const { paper, ink, indigo, "ink-2": quiet } = schemesOf(brand.accent, brand.background).light;
  const mark = brand.icon && (await servedBrandPicture(ports, `${brand.icon.key}-96.png`));
  const colours = hasOwnColours(brand) ? { paper, ink, quiet, indigo } : shippedShare.colours;
  return mark || hasOwnColours(brand) ? { colours, mark } : shippedShare;
}

/** The drawing of public/favicon.svg in two colours. In: both as twelve hexadecimal digits. */
function motif(colours: string): Sharp {
  const petal = "M0 0C-4.62-4.18-4.18-7.92 0-11C4.18-7.92 4.62-4.18 0 0Z";
  const parts = [0, 90, 180, 270].map(
    (turn) => `<g transform="rotate(${turn})"><path d="${petal}"/><circle cx="4.82" cy="4.82" r="1.43"/></g>`,
  );
  return sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="0 0 32 32"><rect width="32" height="32" rx="2" fill="#${colours.slice(0, 6)}"/><g transform="translate(16 16) scale(1.12)" fill="#${colours.slice(6)}">${parts.join("")}</g></svg>`,
    ),
  );
}
