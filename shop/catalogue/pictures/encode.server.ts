import sharp, { type Sharp } from "sharp";
import type { MediaFormat } from "../picture-address.ts";

/** Picture work takes whole processor cores; two at a time leave the rest of the shop its share. */
const maxConcurrent = 2;
let running = 0;
const waiting: (() => void)[] = [];

sharp.concurrency(1);
// Pictures are read once and kept in storage: a cache of decoded ones would only hold memory.
sharp.cache(false);

/** Runs picture work when there is room for it, first come, first served. */
export async function withEncoderSlot<Result>(work: () => Promise<Result>): Promise<Result> {
  if (running >= maxConcurrent) await new Promise<void>((go) => waiting.push(go));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/**
 * Chosen by looking at the demo's pictures: no blotches on dark cloth, no halos at print edges. A list of 12 at
 * 320 px weighs about 65 KB in AVIF or WebP, at 480 px about 115 KB; 480 px takes about 70 ms as AVIF.
 */
const encoders: Record<MediaFormat, (picture: Sharp) => Sharp> = {
  avif: (picture) => picture.avif({ quality: 60, effort: 1 }),
  webp: (picture) => picture.webp({ quality: 78, effort: 3 }),
  // JPEG knows no transparency: the page's paper goes behind it.
  jpg: (picture) => picture.flatten({ background: "#fcfbf7" }).jpeg({ quality: 74, mozjpeg: true }),
};

/** One picture in one width, never wider than it is. In: the whole picture, pixels, the format. Out: the file. */
export function encodePicture(whole: Buffer, width: number, format: MediaFormat): Promise<Buffer> {
  return withEncoderSlot(() =>
    encoders[format](sharp(whole).resize({ width, withoutEnlargement: true })).toBuffer(),
  );
}
