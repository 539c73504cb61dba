import type { ProductImage } from "./catalogue.ts";

/** The widths that /media serves; any other is unknown there, so that nobody can ask for endless sizes. */
export const mediaWidths = [160, 240, 320, 480, 640, 800, 1200, 1600] as const;

export const mediaFormats = ["avif", "webp", "jpg"] as const;
export type MediaFormat = (typeof mediaFormats)[number];

/**
 * Where a picture is served. In: the picture, the wished width in pixels (the next wider one that is served is
 * taken) and the format. Out: a path. A width beyond the picture's own gives its own.
 */
export function mediaPath(picture: Pick<ProductImage, "key">, width: number, format: MediaFormat): string {
  const served = mediaWidths.find((one) => one >= width) ?? mediaWidths.at(-1);
  return `/media/${picture.key}/${served}.${format}`;
}

/**
 * The `srcset` of a picture. In: the picture and the format; `widths` to offer fewer. Out: one entry for each
 * served width up to the picture's own (there as the narrowest one that covers it, with its true width).
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
