import type { Services } from "../../platform/services.server.ts";
import { type Category, type Collection, categories, collections } from "./collections.server.ts";

type Ports = Pick<Services, "db" | "live" | "site">;
type Lists = { categories?: Promise<Category[]>; collections?: Promise<Collection[]> };

const kept = new WeakMap<Ports["live"], Lists>();

/**
 * Categories and collections as the database told them last, for screens that every visitor opens: read again once the
 * news says that one of them changed, and each time while no news is heard.
 */
export function keptCategories(ports: Ports): Promise<Category[]> {
  const lists = listsOf(ports);
  if (!lists) return categories(ports);
  lists.categories ??= orForget(categories(ports), () => delete lists.categories);
  return lists.categories;
}

/** The collections of the navigation, in its order; kept like `keptCategories`. */
export function keptCollections(ports: Ports): Promise<Collection[]> {
  const lists = listsOf(ports);
  if (!lists) return collections(ports);
  lists.collections ??= orForget(collections(ports), () => delete lists.collections);
  return lists.collections;
}

/** Null where nothing may be kept. What is read while news come is put into the lists of before, which go with them. */
function listsOf({ live, site }: Ports): Lists | null {
  if (!site.inMemory) return null;
  const known = kept.get(live);
  if (!known)
    live.subscribe("products", ({ id }) => {
      // Categories and collections are announced without an id, whatever of them changed.
      if (id === undefined) kept.set(live, {});
    });
  const lists = known ?? {};
  kept.set(live, lists);
  return live.listening() ? lists : null;
}

async function orForget<Value>(reading: Promise<Value>, forget: () => void): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    forget();
    throw error;
  }
}
