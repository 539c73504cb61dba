import type { Paise } from "../money.ts";
import type { Colour, DisplayPrice, ProductImage, ProductSummary } from "./catalogue.ts";
import type { Detail } from "./details.ts";
import type { SizeGuide } from "./kinds/size-guide.ts";
import { anyVariant, cheapestAsked } from "./pricing.ts";

/** The unit of sale: one size in one colour. `stock` is the available stock. */
export type Variant = {
  id: string;
  size: string | null;
  colour: Colour | null;
  sku: string;
  stock: number;
  price: DisplayPrice;
  /** Its lowest price of the last 30 days, offers included; null when nothing is struck, or nothing was before. */
  lowest: Paise | null;
};

/** A picture of a product. `colour` is the only colour that it shows; null for all. */
export type ProductPicture = ProductImage & { colour: string | null };

/** Everything that the product page shows. */
export type ProductPage = Omit<ProductSummary, "secondPicture" | "swatches" | "toChoose"> & {
  /** Only staff see products that are not active. */
  status: "draft" | "active" | "archived";
  description: string;
  kind: string | null;
  categorySlug: string | null;
  /** The collection for the breadcrumb: the smallest one that the product is in. */
  collection: { slug: string; name: string } | null;
  collections: string[];
  pictures: ProductPicture[];
  variants: Variant[];
  /** In wearing order: S to XXL, 6 to 12. Empty for products without sizes. */
  sizes: string[];
  colours: Colour[];
  details: Detail[];
  sizeGuide: SizeGuide | null;
  /** The measures of its sizes, taken on the product itself. */
  measures: SizeGuide | null;
  /** The best running offer; `validTo` in ISO form. */
  offer: { title: string; percent: number; validTo: string } | null;
};

/** What a shopper has chosen of a product so far. */
export type VariantChoice = { colour: string | null; size: string | null };

/**
 * The variant whose price is shown for a choice: the cheapest that can be bought in the chosen colour and size, and
 * whether others of them cost more. Null for a product without variants, or without the chosen one.
 */
export function variantPriced(
  { variants }: Pick<ProductPage, "variants">,
  { colour, size }: VariantChoice,
): { variant: Variant; pricesDiffer: boolean } | null {
  const found = cheapestAsked(
    variants.map((variant) => ({
      variant,
      size: variant.size,
      colour: variant.colour?.name ?? null,
      inStock: variant.stock > 0,
      price: variant.price,
    })),
    { ...anyVariant, sizes: size === null ? [] : [size], colours: colour === null ? [] : [colour] },
  );
  return found && { variant: found.variant.variant, pricesDiffer: found.pricesDiffer };
}

/**
 * What a product's page has chosen at first: what its address asks for, a sold-out size left out; else the colour of
 * the lowest price, which lists show, or the first one.
 */
export function firstChoice(
  product: Pick<ProductPage, "variants" | "colours" | "pricesDiffer">,
  asked: VariantChoice,
): VariantChoice {
  const { variants, colours, pricesDiffer } = product;
  const known = colours.find(({ name }) => name === asked.colour)?.name;
  const cheapest = pricesDiffer ? variantPriced(product, { colour: null, size: null }) : null;
  const colour = known ?? cheapest?.variant.colour?.name ?? colours[0]?.name ?? null;
  const sold = variants.some(
    (one) => one.size === asked.size && (one.colour?.name ?? null) === colour && one.stock > 0,
  );
  return { colour, size: sold ? asked.size : null };
}
