import { z } from "zod";
import type { MailLook } from "../mail.ts";
import type { FormFields, FormRead } from "../text/read-form.ts";
import { checkField, readForm } from "../text/read-form.ts";
import {
  contrastFailures,
  type Scheme,
  type Schemes,
  schemesOf,
  shippedColours,
  shippedSchemes,
} from "./colours.ts";

/** Typefaces of headings and text that go together; the files are in app/http/brand/. */
export const pairings = {
  block: "Anek Wide and Anek: sturdy, as the shop came",
  serif: "Lora and Anek: headings with serifs",
  round: "Baloo and Anek: round headings",
} as const;
export type Pairing = keyof typeof pairings;

/** A stored picture of the brand (table `picture`), in pixels. */
const brandPicture = z.object({
  key: z.string().regex(/^[0-9a-f]{32}$/),
  width: z.int().positive(),
  height: z.int().positive(),
});
export type BrandPicture = z.infer<typeof brandPicture>;

const colour = z.string().regex(/^#[0-9a-f]{6}$/);

/** The look of the shop as staff publish it. Pictures null: the wordmark of the name, the shipped icon. */
export const brandShape = z.object({
  accent: colour,
  background: colour,
  pairing: z.enum(["block", "serif", "round"]),
  hasPattern: z.boolean(),
  logo: brandPicture.nullable(),
  /** For dark grounds: the dark scheme, and the footer in both. Null: the logo on a light plate. */
  logoDark: brandPicture.nullable(),
  icon: brandPicture.nullable(),
});
export type Brand = z.infer<typeof brandShape>;

/** The look that the shop comes with. */
export const defaultBrand: Brand = {
  ...shippedColours,
  pairing: "block",
  hasPattern: true,
  logo: null,
  logoDark: null,
  icon: null,
};

/** The fields of pictures in the form, and what people call them. */
export const brandPictures = { logo: "Logo", logoDark: "Logo for dark grounds", icon: "Icon" } as const;
export type BrandPictureField = keyof typeof brandPictures;
export const pictureFields = ["logo", "logoDark", "icon"] as const satisfies BrandPictureField[];

/** A picture as the value of a hidden field, such as "0f…9c 640x160"; "" for none. */
export function pictureText(picture: BrandPicture | null): string {
  return picture ? `${picture.key} ${picture.width}x${picture.height}` : "";
}

/** The picture of a hidden field; null for none. Throws nothing: what is no picture is none. */
export function pictureOf(text: string): BrandPicture | null {
  const [, key, width, height] = /^([0-9a-f]{32}) ([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(text) ?? [];
  return key === undefined ? null : { key, width: Number(width), height: Number(height) };
}

const hexField = z
  .string()
  .trim()
  .toLowerCase()
  .transform((typed) => typed.replace(/^#?/, "#").replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3"))
  .pipe(z.string().regex(/^#[0-9a-f]{6}$/, "A colour such as #1f5a3c: six digits, 0 to 9 and a to f."));
const pictureField = z.string().transform(pictureOf);

const brandForm = z.object({
  accent: hexField,
  background: hexField,
  pairing: z.enum(["block", "serif", "round"], "Please choose one."),
  hasPattern: checkField,
  logo: pictureField,
  logoDark: pictureField,
  icon: pictureField,
});

/** Reads the form of the brand; refuses colours on which something could not be read, at their field. */
export function readBrand(fields: FormFields): FormRead<Brand> {
  return readForm(brandForm, fields);
}

/** A brand as the fields of its form. */
export function brandFields(brand: Brand): Record<string, string> {
  return {
    accent: brand.accent,
    background: brand.background,
    pairing: brand.pairing,
    hasPattern: brand.hasPattern ? "on" : "",
    ...Object.fromEntries(pictureFields.map((field) => [field, pictureText(brand[field])])),
  };
}

/** What prevents that colours are published; null: nothing. Only a background between light and dark does. */
export function colourError({ accent, background }: Pick<Brand, "accent" | "background">): string | null {
  const [worst] = contrastFailures(schemesOf(accent, background)).sort((a, b) => a.contrast - b.contrast);
  if (!worst) return null;
  const found = worst.contrast.toFixed(1);
  return `${worst.name} could not be read: contrast ${found} to 1, and WCAG AA asks for ${worst.least}. Choose a lighter or a darker background.`;
}

/** Whether the colours differ from the shipped ones. */
export function hasOwnColours({ accent, background }: Pick<Brand, "accent" | "background">): boolean {
  return accent !== shippedColours.accent || background !== shippedColours.background;
}

/** The tokens of each scheme that differ from the shipped ones. */
export function changedTokens(brand: Pick<Brand, "accent" | "background">): {
  [Each in keyof Schemes]: [name: string, colour: string][];
} {
  const schemes = schemesOf(brand.accent, brand.background);
  const changed = (scheme: Scheme, shipped: Scheme) => {
    const before = new Map(Object.entries(shipped));
    return Object.entries(scheme).filter(([name, colour]) => before.get(name) !== colour);
  };
  return {
    light: changed(schemes.light, shippedSchemes.light),
    dark: changed(schemes.dark, shippedSchemes.dark),
  };
}

/** The sizes in which pictures of the brand are served (brand-picture.server.ts), as the end of their name. */
export type BrandSize = "logo" | "96" | "180" | "192" | "512" | "maskable" | "badge";

/** The motif of the wordmark, in the shop's own colours: what an icon is while staff have uploaded none. */
type Motif = { fill: string; on: string };
export type IconSource = Pick<BrandPicture, "key"> | Motif;

/** The address of a picture of the brand: of a stored one, or of the motif in two colours. */
export function brandPicturePath(of: IconSource, size: BrandSize): string {
  const source = "key" in of ? of.key : `${of.fill.slice(1)}${of.on.slice(1)}`;
  return `/media/brand/${source}-${size}.png`;
}

/** What icons are made of; null: the shipped files. */
function iconOf(brand: Brand): IconSource | null {
  if (brand.icon) return brand.icon;
  if (!hasOwnColours(brand)) return null;
  const { act, "on-act": on } = schemesOf(brand.accent, brand.background).light;
  return { fill: act, on };
}

/** The addresses of the icons of a brand, the shipped ones where it has none of its own. */
export function iconPaths(brand: Brand) {
  const icon = iconOf(brand);
  const path = (size: BrandSize, shipped: string) => (icon ? brandPicturePath(icon, size) : shipped);
  return {
    favicon: path("96", "/favicon.png"),
    touch: path("180", "/icons/apple-180.png"),
    192: path("192", "/icons/192.png"),
    512: path("512", "/icons/512.png"),
    maskable: path("maskable", "/icons/maskable-512.png"),
    /** White where the icon is, for the bar of phones. */
    badge: path("badge", "/icons/monochrome-512.png"),
    /** The shipped drawing; null: the icon is no drawing. */
    drawing: icon ? null : "/favicon.svg",
  };
}

/** The size at which a logo is shown, in CSS pixels: at most `height` high and `width` wide. */
export function fitted(
  { width, height }: Pick<BrandPicture, "width" | "height">,
  most: { width: number; height: number },
) {
  const scale = Math.min(most.width / width, most.height / height);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/** The look of mails. Most mail programs show light grounds and change the colours themselves for dark ones. */
export function mailLookOf(brand: Brand): MailLook {
  const icon = iconOf(brand);
  return {
    colours: schemesOf(brand.accent, brand.background).light,
    hasBorder: brand.hasPattern && !hasOwnColours(brand),
    logo: brand.logo && {
      path: brandPicturePath(brand.logo, "logo"),
      ...fitted(brand.logo, { width: 200, height: 40 }),
    },
    mark: icon ? brandPicturePath(icon, "96") : "/mail/mark.png",
  };
}
