import { Image } from "lucide";
import { preload } from "react-dom";
import type { ListImage } from "../../shop/catalogue/catalogue.ts";
import { type MediaFormat, mediaPath, mediaSet } from "../../shop/catalogue/picture-address.ts";
import { Icon } from "../ui/icon.tsx";

const modern: [MediaFormat, string][] = [
  ["avif", "image/avif"],
  ["webp", "image/webp"],
];

/** Takes the JPEG's address from an image that goes: Firefox would load it once the image is out of the page. */
const leaveWithoutJpeg = (img: HTMLImageElement) => () => img.removeAttribute("src");

/**
 * Announces a picture above the fold in the head of the page, before its scripts: on a phone they would come first. In:
 * the same `sizes` and `widths` as the picture has. For the server's render; outside of cached fragments.
 */
export function preloadPicture(picture: ListImage, sizes: string, widths?: readonly number[]): void {
  if (!import.meta.env.SSR) return;
  preload(mediaPath(picture, 640, "avif"), {
    as: "image",
    type: "image/avif",
    imageSrcSet: mediaSet(picture, "avif", widths),
    imageSizes: sizes,
    fetchPriority: "high",
  });
}

/**
 * A responsive picture in AVIF or WebP, with its mean colour as placeholder; browsers that know neither get one JPEG.
 * Only from the server: React creates an image before its <picture>, and Firefox and WebKit would load its JPEG at once.
 * Every browser that runs the shop's scripts knows WebP.
 * `eager` for pictures above the fold (see `preloadPicture`); others load lazily.
 */
export function ResponsivePicture({
  picture,
  alt,
  sizes,
  widths,
  eager = false,
  className,
}: {
  picture: ListImage;
  /** Empty when the name is beside the picture. */
  alt: string;
  /** Displayed width, as in the `sizes` attribute. */
  sizes: string;
  /** Widths to choose from; default all. */
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
        ref={leaveWithoutJpeg}
        className={className}
        src={import.meta.env.SSR ? mediaPath(picture, 640, "jpg") : undefined}
        suppressHydrationWarning
        alt={alt}
        width={picture.width}
        height={picture.height}
        style={{ backgroundColor: picture.tint }}
        loading={eager ? undefined : "lazy"}
        decoding={eager ? undefined : "async"}
        fetchPriority={eager ? "high" : undefined}
      />
    </picture>
  );
}

/** The picture of a product, in a frame of class "pic"; without one, a placeholder (specification, section 3). */
export function ProductPicture({
  picture,
  ...shown
}: Omit<Parameters<typeof ResponsivePicture>[0], "picture"> & { picture: ListImage | null }) {
  return picture ? (
    <ResponsivePicture picture={picture} {...shown} />
  ) : (
    <Icon of={Image} className="no-picture" />
  );
}
