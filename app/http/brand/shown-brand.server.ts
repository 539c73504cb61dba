import type { RouterContextProvider } from "react-router";
import { brandKey, brandKind } from "../../../shop/brand/brand.server.ts";
import { type Brand, brandPicturePath, defaultBrand, fitted, iconPaths } from "../../../shop/brand/brand.ts";
import { schemesOf } from "../../../shop/brand/colours.ts";
import type { ShownBrand } from "../../parts/brand-mark.tsx";
import { servicesContext } from "../../services-context.ts";
import { shownContent } from "../shown-content.server.ts";
import { brandSheetPath, headingFace } from "./brand-sheet.server.ts";

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/**
 * The brand of a page: what is published, to staff who ask for a preview the draft. The shipped one when it cannot be
 * read, so that pages which say so can still be drawn.
 */
export async function brandOf(args: Args): Promise<Brand> {
  try {
    return (await shownContent(args, brandKind, brandKey)).content ?? defaultBrand;
  } catch (error) {
    args.context.get(servicesContext).log.error({ err: error }, "the brand could not be read");
    return defaultBrand;
  }
}

const shown = new WeakMap<Brand, ShownBrand>();

/** What the frame of pages shows of a brand; null: the mark that the shop came with. The same object for the same brand. */
export function shownBrand(brand: Brand): ShownBrand | null {
  const { logo, logoDark, icon } = brand;
  if (!logo && !logoDark && !icon) return null;
  const known = shown.get(brand);
  if (known) return known;
  const src = (of: { key: string }) => brandPicturePath(of, "logo");
  const made = {
    logo: logo && { src: src(logo), ...fitted(logo, { width: 180, height: 36 }) },
    dark: logoDark && { src: src(logoDark), ...fitted(logoDark, { width: 180, height: 36 }) },
    icon: icon && brandPicturePath(icon, "96"),
  };
  shown.set(brand, made);
  return made;
}

/** What the head of every page links of a brand: colours of the browser's bar, icons, typeface, style sheet. */
function brandHead(brand: Brand): string {
  const { light, dark } = schemesOf(brand.accent, brand.background);
  const { favicon, touch, drawing } = iconPaths(brand);
  const sheet = brandSheetPath(brand);
  return [
    `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${light.hem}"/>`,
    `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${dark.hem}"/>`,
    `<link rel="preload" as="font" type="font/woff2" href="${headingFace(brand.pairing)}" crossorigin="anonymous"/>`,
    ...(drawing ? [`<link rel="icon" href="${drawing}" type="image/svg+xml"/>`] : []),
    `<link rel="icon" href="${favicon}" sizes="96x96" type="image/png"/>`,
    `<link rel="apple-touch-icon" href="${touch}"/>`,
    '<link rel="manifest" href="/manifest.webmanifest"/>',
    ...(sheet ? [`<link rel="stylesheet" href="${sheet}"/>`] : []),
  ].join("");
}

/** Puts the brand's links early into the head of a rendered page. */
export function withBrandHead(html: string, brand: Brand): string {
  const mark = '<meta name="color-scheme"';
  const at = html.indexOf(mark);
  return at < 0 ? html : html.slice(0, at) + brandHead(brand) + html.slice(at);
}
