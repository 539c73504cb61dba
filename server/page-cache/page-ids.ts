// Anchored at the first dash: hex digits are everywhere in a page, and each would be tried.
const id = /-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}([0-9a-f]{8})(?![0-9a-f])/g;

/**
 * The ids in the page, each hashed from its last eight characters. A collision drops a page too many, never one too
 * few; the strings themselves would retain the whole page in memory.
 */
export function idHashes(page: readonly Buffer[]): Int32Array {
  const hashes = new Set<number>();
  for (const part of page)
    for (const [, end = ""] of part.toString("latin1").matchAll(id)) hashes.add(Number.parseInt(end, 16) | 0);
  return Int32Array.from(hashes);
}

/** Whether an id is in a page. In: the page's id hashes; null while unknown, and then it may be. */
export function mentions(ids: Int32Array | null, wanted: string): boolean {
  return ids === null || ids.includes(Number.parseInt(wanted.slice(-8), 16) | 0);
}
