import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { repositoryPath } from "../../platform/repository.server.ts";

/** The demo catalogue in demo/catalogue (see the README there). Prices in paise. */
const folder = repositoryPath("demo/catalogue");

const colour = z.object({ name: z.string(), hex: z.string() });

const shapes = {
  products: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      brand: z.string(),
      description: z.string(),
      price_paise: z.int(),
      original_price_paise: z.int().nullable(),
      category: z.string(),
      collections: z.array(z.string()),
      category_specific_data: z.record(z.string(), z.unknown()),
      variants: z.array(
        z.object({
          size: z.string().nullable(),
          colour: colour.nullable(),
          sku: z.string(),
          stock: z.int(),
          price_paise: z.int().optional(),
        }),
      ),
      images: z.array(z.object({ file: z.string(), alt: z.string(), colour: z.string().optional() })),
      hsn_code: z.string(),
      country_of_origin: z.string(),
      material: z.string(),
      wash_care: z.string(),
      created_at: z.iso.datetime(),
      tags: z.array(z.string()),
    }),
  ),
  categories: z.array(z.object({ name: z.string(), slug: z.string(), kind: z.string() })),
  collections: z.array(
    z.object({
      slug: z.string(),
      name: z.string(),
      title: z.string(),
      description: z.string(),
      image: z.string(),
      position: z.int(),
    }),
  ),
  reviews: z.array(
    z.object({
      product_slug: z.string(),
      rating: z.int(),
      comment: z.string(),
      created_at: z.iso.datetime(),
    }),
  ),
  offers: z.array(
    z.object({
      title: z.string(),
      product_slugs: z.array(z.string()),
      discount_percent: z.int(),
      valid_from_days_ago: z.int(),
      valid_to_days_ahead: z.int(),
    }),
  ),
  coupons: z.array(
    z.object({
      code: z.string(),
      description: z.string(),
      type: z.enum(["percent", "fixed"]),
      value: z.int(),
      min_order_paise: z.int(),
      max_discount_paise: z.int().nullable(),
      usage_limit: z.int().nullable(),
      per_user_limit: z.int().nullable(),
      first_order_only: z.boolean(),
      valid_from_days_ago: z.int(),
      valid_to_days_ahead: z.int(),
      active: z.boolean(),
    }),
  ),
  pictures: z.record(
    z.string(),
    z.object({ key: z.string(), width: z.int(), height: z.int(), bytes: z.int(), tint: z.string() }),
  ),
};

type Shapes = typeof shapes;
export type DemoData = { [Name in keyof Shapes]: z.infer<Shapes[Name]> };
export type DemoPicture = DemoData["pictures"][string];

/** One file of the demo catalogue, validated. Throws when it does not match its schema. */
async function read<Shape extends z.ZodType>(file: string, shape: Shape): Promise<z.infer<Shape>> {
  return shape.parse(JSON.parse(await readFile(join(folder, file), "utf8")));
}

/** Everything that the catalogue's seed needs. */
export async function readDemoData(): Promise<DemoData> {
  const [products, categories, collections, reviews, offers, coupons, pictures] = await Promise.all([
    read("products.json", shapes.products),
    read("categories.json", shapes.categories),
    read("collections.json", shapes.collections),
    read("reviews.json", shapes.reviews),
    read("offers.json", shapes.offers),
    read("coupons.json", shapes.coupons),
    read("pictures.json", shapes.pictures),
  ]);
  return { products, categories, collections, reviews, offers, coupons, pictures };
}

/** The bytes of one of the demo pictures. In: a name from pictures.json. */
export function readDemoPicture(file: string): Promise<Buffer> {
  return readFile(join(folder, "images", file));
}
