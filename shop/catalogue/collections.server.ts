import { eq, sql } from "drizzle-orm";
import type { RowOf } from "../../platform/database/rows.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { ProductImage, Sort } from "./catalogue.ts";
import { redirectedAddress } from "./category-addresses.server.ts";
import { category, categoryRedirect, collection } from "./tables.server.ts";

const { slug, name, title, description } = collection;
const { metaTitle, metaDescription, isInMenus, isOnHome, defaultSort } = collection;
const collectionColumns = {
  slug,
  name,
  title,
  description,
  metaTitle,
  metaDescription,
  isInMenus,
  isOnHome,
  defaultSort,
};
const categoryColumns = { id: category.id, name: category.name, slug: category.slug };

export type Category = RowOf<typeof categoryColumns>;
export type Collection = RowOf<typeof collectionColumns>;
export type PicturedCollection = Collection & { picture: ProductImage | null };

/** Every category in the owner's order, by name where there is none (specification, section 7). */
export async function categories({ db }: Pick<Services, "db">): Promise<Category[]> {
  return db.select(categoryColumns).from(category).orderBy(category.position, sql`lower(name), id`);
}

/** The collections of the navigation, in its order. */
export async function collections({ db }: Pick<Services, "db">): Promise<Collection[]> {
  return db.select(collectionColumns).from(collection).orderBy(collection.position, slug);
}

/**
 * The collections with their pictures, for "Shop by Category", in the order of the navigation. One without a picture has
 * that of its newest product.
 */
export async function picturedCollections({ db }: Pick<Services, "db">): Promise<PicturedCollection[]> {
  return db
    .select({
      ...collectionColumns,
      picture: sql<ProductImage | null>`(select json_build_object('key', k.key, 'width', k.width,
        'height', k.height, 'tint', k.tint, 'alt', collection.title)
        from picture k where k.key = coalesce(collection.picture_key, (
          select i.picture_key from product p
            join product_collection m on m.product_id = p.id and m.collection_slug = collection.slug
            join product_picture i on i.product_id = p.id
          where p.status = 'active' order by p.created_at desc, i.position limit 1)))`,
    })
    .from(collection)
    .orderBy(collection.position, slug);
}

/** Slugs of all collections with the usual order of their lists, as `readListing` needs them. */
export async function collectionSlugs(ports: Ports): Promise<ReadonlyMap<string, Sort>> {
  return slugsOf(await cachedCollections(ports));
}

/** The same of these collections. */
export function slugsOf(all: readonly { slug: string; defaultSort: Sort }[]): ReadonlyMap<string, Sort> {
  return new Map(all.map(({ slug, defaultSort }) => [slug, defaultSort]));
}

/** What a category listing says above its list and to search engines. */
type CategoryHead = { title: string; metaTitle: string; metaDescription: string };

/**
 * The head of a category listing: a collection's title, a category's name, and "All Products" for any other slug
 * (specification, section 2). `movedTo`: the slug that a collection or category of this earlier address has now.
 */
export async function categoryHead(
  ports: Ports,
  slug: string,
): Promise<CategoryHead & { movedTo: string | null }> {
  const wanted = slug.toLowerCase().replaceAll("\0", "");
  const found = (await cachedCollections(ports)).find((one) => one.slug === wanted);
  if (found) return { ...found, movedTo: null };
  const [named] = await ports.db
    .select({ name: category.name })
    .from(category)
    .where(eq(category.slug, wanted));
  if (named) return { ...noMeta, title: named.name, movedTo: null };
  const movedTo = wanted === "" ? null : await redirectedAddress(ports, wanted);
  return { ...noMeta, title: allProducts, movedTo };
}

const noMeta = { metaTitle: "", metaDescription: "" };
const allProducts = "All Products";

type Ports = Pick<Services, "db" | "live" | "site">;
type NamedCategory = Pick<Category, "slug" | "name">;
type Lists = {
  categories?: Promise<NamedCategory[]>;
  collections?: Promise<Collection[]>;
  pictured?: Promise<PicturedCollection[]>;
  addresses?: Promise<ReadonlyMap<string, string>>;
};

const cache = new WeakMap<Ports["live"], Lists>();

/**
 * Slugs and names of all categories, by name, cached for screens that every visitor opens: read again after a change
 * event, and each time while the change listener is disconnected. The same list until it is read again.
 */
export function cachedCategories(ports: Ports): Promise<NamedCategory[]> {
  const lists = listsOf(ports);
  if (!lists) return namedCategories(ports);
  lists.categories ??= evictOnError(namedCategories(ports), () => delete lists.categories);
  return lists.categories;
}

async function namedCategories(ports: Ports): Promise<NamedCategory[]> {
  return (await categories(ports)).map(({ slug, name }) => ({ slug, name }));
}

/** The collections of the navigation, in order; cached like `cachedCategories`. */
export function cachedCollections(ports: Ports): Promise<Collection[]> {
  const lists = listsOf(ports);
  if (!lists) return collections(ports);
  lists.collections ??= evictOnError(collections(ports), () => delete lists.collections);
  return lists.collections;
}

/** The collections with their pictures; cached like `cachedCategories`. */
export function cachedPicturedCollections(ports: Ports): Promise<PicturedCollection[]> {
  const lists = listsOf(ports);
  if (!lists) return picturedCollections(ports);
  lists.pictured ??= evictOnError(picturedCollections(ports), () => delete lists.pictured);
  return lists.pictured;
}

/** Every slug below /category, also earlier ones, with the one that it has now; cached like `cachedCategories`. */
export function cachedCategoryAddresses(ports: Ports): Promise<ReadonlyMap<string, string>> {
  const lists = listsOf(ports);
  if (!lists) return categoryAddresses(ports);
  lists.addresses ??= evictOnError(categoryAddresses(ports), () => delete lists.addresses);
  return lists.addresses;
}

async function categoryAddresses({ db }: Pick<Services, "db">): Promise<ReadonlyMap<string, string>> {
  const [ofCollections, ofCategories, earlier] = await Promise.all([
    db.select({ slug: collection.slug }).from(collection),
    db.select({ slug: category.slug }).from(category),
    db
      .select({
        slug: categoryRedirect.slug,
        now: sql<string | null>`coalesce(${categoryRedirect.collectionSlug}, ${category.slug})`,
      })
      .from(categoryRedirect)
      .leftJoin(category, eq(category.id, categoryRedirect.categoryId)),
  ]);
  const present = [...ofCategories, ...ofCollections].map((one): [string, string] => [one.slug, one.slug]);
  const moved = earlier.flatMap((one): [string, string][] => (one.now === null ? [] : [[one.slug, one.now]]));
  return new Map([...moved, ...present]);
}

/** Null where caching is off. A read that races with a change event fills the old entry, which is dropped with it. */
function listsOf({ live, site }: Ports): Lists | null {
  if (!site.inMemory) return null;
  const known = cache.get(live);
  if (!known)
    live.subscribe("products", ({ id }) => {
      // Categories and collections are announced without an id.
      if (id === undefined) cache.set(live, {});
    });
  const lists = known ?? {};
  cache.set(live, lists);
  return live.listening() ? lists : null;
}

async function evictOnError<Value>(reading: Promise<Value>, forget: () => void): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    forget();
    throw error;
  }
}
