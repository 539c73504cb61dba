/** The files of this build's storefront and their hash, written in by scripts/built/worker.mjs. */
declare const storefrontFiles: readonly string[];
declare const buildHash: string;

const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

const current = () => `assets-${buildHash}`;

/**
 * Stores the storefront's scripts, fonts and style sheet of this build. What another build stored already under the same name (the
 * name has its hash) is copied, so that an update costs only what has changed.
 */
export async function storeAssets(): Promise<void> {
  // Whoever saves data fetches what they open, and no more.
  if (connection?.saveData) return;
  const cache = await caches.open(current());
  for (const path of storefrontFiles) {
    const answer = (await caches.match(path)) ?? (await fetch(path));
    if (!answer.ok) throw new Error(`${path} is missing`);
    await cache.put(path, answer);
  }
}

/**
 * Drops the files of older builds. While a tab is open, those of the last two stay: it may have been opened under one of
 * them and still needs a screen's script. In: whether a tab is open.
 */
export async function dropOldAssets(tabOpen: boolean): Promise<void> {
  const stored = (await caches.keys()).filter((name) => name.startsWith("assets-"));
  const older = stored.filter((name) => name !== current());
  const dropped = tabOpen ? older.slice(0, -2) : older;
  await Promise.all(dropped.map((name) => caches.delete(name)));
}

/** A built file from whichever build has stored it, else from the shop. */
export async function asset(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}
