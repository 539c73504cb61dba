import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import sharp, { type Metadata } from "sharp";
import type { Services } from "../../../platform/services.server.ts";
import { type Done, done, type Refused, refused } from "../../refused.ts";
import type { ProductImage } from "../catalogue.ts";
import { withEncoderSlot } from "./encode.server.ts";
import { meanColour } from "./mean-colour.server.ts";
import { originalKey } from "./picture-keys.ts";

const maxBytes = 8 * 1024 * 1024;
const maxPixels = 40_000_000;
/** Enough to zoom at 1600 px on a dense screen; larger pictures are scaled down. */
const largest = { width: 2400, height: 3000 };

export type PictureRefusal =
  | "picture-too-big"
  | "picture-too-many-pixels"
  | "picture-not-supported"
  | "picture-animated"
  | "picture-broken"
  | "no-space";

/** A picture without metadata. `key` is its content hash. */
export type CleanPicture = Omit<ProductImage, "alt"> & { data: Buffer };

/**
 * Sanitises an uploaded picture (docs/domain.md, "Images"): decodes it, turns it upright, strips metadata (place,
 * camera) and encodes it again as WebP. In: the file's bytes. Out: the new file with its key, size and mean colour,
 * or a refusal: over 8 MB, over 40 megapixels, not a JPEG, PNG, WebP or AVIF by its own bytes (an SVG, HTML with a
 * picture's name), more than one frame, or damaged. Nothing is stored.
 */
export async function cleanPicture(bytes: Buffer): Promise<Done<CleanPicture> | Refused<PictureRefusal>> {
  const refusal = await headerRefusal(bytes);
  if (refusal) return refused(refusal);
  const made = await encodeAnew(bytes);
  if (!made) return refused("picture-broken");
  return done({ key: createHash("sha256").update(made.data).digest("hex").slice(0, 32), ...made });
}

/**
 * What a picture's size and first bytes reveal, as in `cleanPicture`; null for no refusal. Fast, because nothing is
 * decoded; damage further on shows only later.
 */
export async function headerRefusal(bytes: Buffer): Promise<PictureRefusal | null> {
  if (bytes.length > maxBytes) return "picture-too-big";
  const format = formatOf(bytes);
  if (!format) return "picture-not-supported";
  const metadata = await metadataOf(bytes);
  if (!metadata || metadata.format !== format) return "picture-broken";
  if (metadata.width * metadata.height > maxPixels) return "picture-too-many-pixels";
  return (metadata.pages ?? 1) > 1 ? "picture-animated" : null;
}

/**
 * Stores an uploaded picture. In: the file's bytes. Out: its key, size and mean colour; refusals as in
 * `cleanPicture`, and 'no-space' when the disk is nearly full. The same picture is stored once.
 */
export async function savePicture(
  { storage, db }: Pick<Services, "storage" | "db">,
  bytes: Buffer,
): Promise<Done<Omit<ProductImage, "alt">> | Refused<PictureRefusal>> {
  const clean = await cleanPicture(bytes);
  if (!clean.ok) return clean;
  if (await storage.isFull()) return refused("no-space");
  const { key, data, width, height, tint } = clean.value;
  await storage.put(originalKey(key), data);
  await db.execute(sql`insert into picture (key, width, height, bytes, mime, tint)
    values (${key}, ${width}, ${height}, ${data.length}, 'image/webp', ${tint}) on conflict (key) do nothing`);
  return done({ key, width, height, tint });
}

/** The format by the first bytes, whatever the file is called. Other formats never reach a decoder. */
function formatOf(bytes: Buffer): "jpeg" | "png" | "webp" | "heif" | null {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  // "heif" is the decoder's name for the container; only the brand of still AV1 pictures is accepted.
  return text(4, 12) === "ftypavif" ? "heif" : null;
}

/** Reads only the header, so that a picture with too many pixels is refused before it is decoded. */
async function metadataOf(bytes: Buffer): Promise<Metadata | null> {
  return sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => null);
}

function encodeAnew(bytes: Buffer) {
  return withEncoderSlot(async () => {
    try {
      const { data, info } = await sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" })
        .autoOrient()
        .resize({ ...largest, fit: "inside", withoutEnlargement: true })
        .webp({ quality: 90, effort: 4 })
        .toBuffer({ resolveWithObject: true });
      const tint = await meanColour(data);
      return { data, width: info.width, height: info.height, tint };
    } catch {
      return null;
    }
  });
}
