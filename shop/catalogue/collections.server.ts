import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Services } from "../../platform/services.server.ts";
import { collectionTitle, isCollection } from "./collections.ts";

const category = z.object({ id: z.string(), name: z.string(), slug: z.string() });
const collection = z.object({
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
});

export type Category = z.infer<typeof category>;
export type Collection = z.infer<typeof collection>;

/** Every category, by name (specification, section 7). */
export async function categories({ db }: Pick<Services, "db">): Promise<Category[]> {
  const { rows } = await db.execute(sql`select id, name, slug from category order by lower(name), id`);
  return z.array(category).parse(rows);
}

/** The collections of the navigation, in its order. */
export async function collections({ db }: Pick<Services, "db">): Promise<Collection[]> {
  const { rows } = await db.execute(
    sql`select slug, name, title, description from collection order by position, slug`,
  );
  return z.array(collection).parse(rows);
}

/**
 * The heading of a category listing: a collection's title, a category's name, and "All Products" for any other slug
 * (specification, section 2).
 */
export async function categoryTitle({ readDb }: Pick<Services, "readDb">, slug: string): Promise<string> {
  if (isCollection(slug)) return collectionTitle(slug);
  const { rows } = await readDb.execute(
    sql`select name from category where slug = ${slug.replaceAll("\0", "")}`,
  );
  return z.array(z.object({ name: z.string() })).parse(rows)[0]?.name ?? collectionTitle(slug);
}

type Ports = Pick<Services, "db" | "live" | "site">;
type NamedCategory = Pick<Category, "slug" | "name">;
type Lists = { categories?: Promise<NamedCategory[]>; collections?: Promise<Collection[]> };

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

/** Null where caching is off. A read that races with a change event fills the old entry, which is dropped with it. */
function listsOf({ live, site }: Ports): Lists | null {
  if (!site.inMemory) return null;
  const known = cache.get(live);
  if (!known)
    live.subscribe(
      "products",
      ({ id }) => {
        // Categories and collections are announced without an id.
        if (id === undefined) cache.set(live, {});
      },
      "committed",
    );
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
