import type { ProductImage as Data } from "../../shop/catalogue/catalogue.ts";
import { type MediaFormat, mediaPath, mediaSet } from "../../shop/catalogue/picture-address.ts";

const modern: [MediaFormat, string][] = [
  ["avif", "image/avif"],
  ["webp", "image/webp"],
];

/**
 * One picture in the size that fits: AVIF, WebP or JPEG, with its mean colour behind it while it loads.
 * `eager` is for what is surely in the first view; everything else waits until it is near.
 */
export function ResponsivePicture({
  picture,
  alt = picture.alt,
  sizes,
  widths,
  eager = false,
  className,
}: {
  picture: Data;
  /** Empty where the name stands beside the picture. */
  alt?: string;
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes: string;
  /** Served widths to choose from; all of them when left out. */
  widths?: readonly number[];
  eager?: boolean;
  className?: string;
}) {
  return (
    <picture>
      {modern.map(([format, type]) => (
        <source key={format} type={type} srcSet={mediaSet(picture, format, widths)} sizes={sizes} />
      ))}
      <img
        className={className}
        src={mediaPath(picture, 640, "jpg")}
        srcSet={mediaSet(picture, "jpg", widths)}
        sizes={sizes}
        alt={alt}
        width={picture.width}
        height={picture.height}
        style={{ backgroundColor: picture.tint }}
        loading={eager ? "eager" : "lazy"}
        decoding={eager ? "auto" : "async"}
        fetchPriority={eager ? "high" : "auto"}
      />
    </picture>
  );
}
