/**
 * The worker's persistent state: one JSON text for each name, in a separate cache, which is deleted as a whole when the
 * user signs out.
 */
const cacheName = "state";

const address = (name: string) => `/-/${encodeURIComponent(name)}`;

/** Stores a value under a name. */
export async function setItem(name: string, value: unknown): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.put(address(name), Response.json(value));
}

/** The value of a name, or undefined. */
export async function getItem(name: string): Promise<unknown> {
  return (await caches.match(address(name), { cacheName }))?.json();
}

/** Deletes the value of a name. */
export async function removeItem(name: string): Promise<void> {
  await (await caches.open(cacheName)).delete(address(name));
}

/** The names with this prefix, oldest first. */
export async function itemNames(start: string): Promise<string[]> {
  const keys = await (await caches.open(cacheName)).keys();
  return keys
    .map(({ url }) => decodeURIComponent(new URL(url).pathname.slice("/-/".length)))
    .filter((name) => name.startsWith(start));
}
