import type { BrandPictureRefusal } from "../../../../shop/brand/brand-picture.server.ts";
import { pictureRefusals } from "./product-messages.ts";

/** Why an uploaded logo, icon or signature was not taken, after "It was not taken: ". */
export const brandPictureRefusals: Record<BrandPictureRefusal, string> = {
  ...pictureRefusals,
  "picture-not-supported": "not an SVG, PNG, WebP, JPEG or AVIF.",
  "svg-too-big": "an SVG larger than 256 KB.",
  "svg-too-complex": "an SVG with too many parts; merge its shapes, or send a PNG.",
  "svg-script": "an SVG with scripts, or with styles or HTML from elsewhere; export it as a plain SVG.",
  "svg-text": "an SVG with text, whose typeface the shop does not have; convert the text to paths.",
  "svg-picture": "an SVG that shows another picture or file; send that picture as a PNG.",
  "svg-effect": "an SVG with filters, patterns or markers; expand them, or send a PNG.",
  "svg-dashes": "an SVG with dashed lines; convert them to shapes.",
  "svg-entities": "an SVG with definitions of its own; export it as a plain SVG.",
  "svg-broken": "an SVG that is damaged.",
  "icon-not-square": "not square, as an icon must be.",
  "icon-too-small": "smaller than 192 × 192 pixels, which phones show.",
  "logo-too-long": "more than eight times as long as it is high.",
};
