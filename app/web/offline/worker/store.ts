/**
 * What the worker keeps between two of its runs: one JSON text for each name, in a cache of its own, which is deleted
 * as a whole when somebody signs out.
 */
const place = "kept";

const address = (name: string) => `/-/${encodeURIComponent(name)}`;

/** Keeps a value under a name. */
export async function keep(name: string, value: unknown): Promise<void> {
  const cache = await caches.open(place);
  await cache.put(address(name), Response.json(value));
}

/** The value of a name, or undefined. */
export async function kept(name: string): Promise<unknown> {
  return (await caches.match(address(name), { cacheName: place }))?.json();
}

/** Drops the value of a name. */
export async function drop(name: string): Promise<void> {
  await (await caches.open(place)).delete(address(name));
}

/** The names that begin so, oldest first. */
export async function namesBeginning(start: string): Promise<string[]> {
  const keys = await (await caches.open(place)).keys();
  return keys
    .map(({ url }) => decodeURIComponent(new URL(url).pathname.slice("/-/".length)))
    .filter((name) => name.startsWith(start));
}
