import type { ProductImage } from "./catalogue.ts";

/** The widths that /media serves. Others are unknown, so that nobody can request endless sizes. */
export const mediaWidths = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;

export const mediaFormats = ["avif", "webp", "jpg"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

/**
 * The path of a picture. In: the picture, the requested width in pixels (the next wider served one is used) and the
 * format. A width beyond the picture's own gives its own.
 */
export function mediaPath(picture: Pick<ProductImage, "key">, width: number, format: MediaFormat): string {
  const served = mediaWidths.find((one) => one >= width) ?? mediaWidths.at(-1);
  return `/media/${picture.key}/${served}.${format}`;
}

/**
 * The `srcset` of a picture. In: the picture and the format; `widths` to offer fewer. Out: one entry per served width
 * up to the picture's own.
 */
export function mediaSet(
  picture: Pick<ProductImage, "key" | "width">,
  format: MediaFormat,
  widths: readonly number[] = mediaWidths,
): string {
  const narrower = widths.filter((width) => width < picture.width);
  const whole = widths.length > narrower.length || narrower.length === 0 ? [picture.width] : [];
  return [...narrower, ...whole]
    .map((width) => `${mediaPath(picture, width, format)} ${Math.min(width, picture.width)}w`)
    .join(", ");
}
