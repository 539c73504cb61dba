/** Changes within this time, in ms, cause one revalidation. */
export const collectTime = 100;
/**
 * The page cache may send the old page for this long after a change, in ms (`batchMs` in server/page-cache, with a
 * margin).
 */
const expiryTime = 60;
/** Changes less than `expiryTime` apart delay the revalidation by at most this, in ms. */
const longestCollectTime = 1_000;

/**
 * Collects changes that come close together. In: what revalidates the page; `isLast`: whether these
 * changes cause no further one. Out: `note` for a change, and `defer`, which
 * holds the revalidation back during a navigation: it would restart the pending loaders, on a slow connection possibly
 * for ever. The new page may predate the changes, so it is revalidated afterwards.
 */
export function collectChanges(revalidate: (isLast: boolean) => void) {
  let timer: number | undefined;
  /** When (performance.now()) the first and the last of the collected changes came. */
  let firstAt = 0;
  let lastAt = 0;
  let deferred = false;
  let waiting = false;

  /** Waits until the page cache has dropped what the last change concerns, so that one revalidation is enough. */
  function collected() {
    const now = performance.now();
    const expiresIn = lastAt + expiryTime - now;
    timer = expiresIn > 0 ? window.setTimeout(collected, expiresIn) : undefined;
    if (expiresIn > 0 && now - firstAt < longestCollectTime) return;
    firstAt = now;
    if (deferred) waiting = true;
    else revalidate(timer === undefined);
  }

  return {
    note() {
      lastAt = performance.now();
      if (timer !== undefined) return;
      firstAt = lastAt;
      timer = window.setTimeout(collected, collectTime);
    },
    defer(hold: boolean) {
      deferred = hold;
      if (deferred || !waiting) return;
      waiting = false;
      revalidate(timer === undefined);
    },
  };
}
