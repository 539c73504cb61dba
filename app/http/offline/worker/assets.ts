/** The files of this build's storefront and their hash, written in by scripts/built/worker.mjs. */
declare const storefrontFiles: readonly string[];
declare const buildHash: string;

const { connection } = navigator as Navigator & { connection?: { saveData: boolean } };

const current = () => `assets-${buildHash}`;

/**
 * Stores the storefront's scripts, fonts and style sheet of this build. Files that another build already stored under
 * the same name (the name has its hash) are copied, so that an update downloads only changed files.
 */
export async function storeAssets(): Promise<void> {
  // With Save-Data only opened pages are fetched.
  if (connection?.saveData) return;
  const cache = await caches.open(current());
  for (const path of storefrontFiles) {
    const answer = (await caches.match(path)) ?? (await fetch(path));
    if (!answer.ok) throw new Error(`${path} is missing`);
    await cache.put(path, answer);
  }
}

/**
 * Drops the files of older builds. While a tab is open, those of the last two builds stay: the tab may belong to one of
 * them and still need a screen's script. In: whether a tab is open.
 */
export async function dropOldAssets(tabOpen: boolean): Promise<void> {
  const stored = (await caches.keys()).filter((name) => name.startsWith("assets-"));
  const older = stored.filter((name) => name !== current());
  const dropped = tabOpen ? older.slice(0, -2) : older;
  await Promise.all(dropped.map((name) => caches.delete(name)));
}

/** A built file from the cache of any build, else from the network. */
export async function asset(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}
