import type { Paise } from "../money.ts";
import type { Colour, DisplayPrice, Kind, ProductImage, ProductSummary } from "./catalogue.ts";
import type { Detail } from "./details.ts";
import type { SizeGuide } from "./kinds/size-guide.ts";

/** The unit of sale: one size in one colour. `stock` is the available stock. */
export type Variant = {
  id: string;
  size: string | null;
  colour: Colour | null;
  sku: string;
  stock: number;
  price: DisplayPrice;
};

/** A picture of a product. `colour` is the only colour that it shows; null for all. */
export type ProductPicture = ProductImage & { colour: string | null };

/** Everything that the product page shows. */
export type ProductPage = Omit<ProductSummary, "secondPicture" | "swatches" | "toChoose"> & {
  /** Only staff see products that are not active. */
  status: "draft" | "active" | "archived";
  description: string;
  kind: Kind | null;
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
  /** The lowest price of the last 30 days, offers included; null when nothing is struck. */
  lowest: Paise | null;
  /** The best running offer; `validTo` in ISO form. */
  offer: { title: string; percent: number; validTo: string } | null;
};
