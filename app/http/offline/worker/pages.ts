import { sharedPage } from "../../caching/shared-pages.ts";
import { notVisited, type StoredPage, shownOffline, titleOf, withoutScripts } from "./offline-page.ts";
import type { FetchEvent } from "./scope.ts";
import { getItem, itemNames, removeItem, setItem } from "./store.ts";
import { countWaiting } from "./waiting-adds.ts";

const pageCache = "pages";
const pictureCache = "pictures";
const offlinePath = "/offline";
const most = { [pageCache]: 40, [pictureCache]: 300 };
/** A page stored less than this long ago is not fetched again. Milliseconds. */
const fresh = 60_000;

/** Counts deletions of everything, so that a page being fetched is not stored afterwards. */
let forgotten = 0;

/** Stores the offline page. Throws when it cannot be fetched: the worker is then installed another time. */
export async function storeOfflinePage(): Promise<void> {
  const answer = await fetch(offlinePath, { credentials: "omit" });
  if (!answer.ok) throw new Error("The offline page is missing");
  await (await caches.open("own")).put(offlinePath, await lean(answer));
}

/**
 * Stores a visited page if it is the same for everybody. It is fetched without cookies, so that it contains no personal
 * data, whoever is signed in. In: its path with the query.
 */
export async function storePage(path: string): Promise<void> {
  const address = sharedPage(path)?.address;
  if (address === undefined) return;
  const cache = await caches.open(pageCache);
  const before = await cache.match(address);
  const age = before ? Date.now() - seenOf(before).getTime() : fresh;
  // Negative when the device's clock was set back.
  if (age >= 0 && age < fresh) return;
  const era = forgotten;
  const answer = await fetch(address, { credentials: "omit" });
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (answer.status !== 200 || answer.redirected || !isPage) return;
  const stored = await lean(answer);
  if (era !== forgotten) return;
  // Deleted first, so that the keys are in the order of visits.
  await cache.delete(address);
  await cache.put(address, stored);
  await bound(pageCache);
}

/** Stores pictures that a page has loaded; the browser serves them from its HTTP cache. In: their paths. */
export async function storePictures(paths: readonly string[]): Promise<void> {
  const cache = await caches.open(pictureCache);
  for (const path of paths) {
    if (!path.startsWith("/media/") || (await cache.match(path))) continue;
    const answer = await fetch(path, { cache: "force-cache", credentials: "omit" }).catch(() => undefined);
    if (answer?.status === 200) await cache.put(path, answer);
  }
  await bound(pictureCache);
}

/**
 * The network's response to a navigation: the preloaded one if the browser has begun to load it. Throws without a
 * network. Chromium then rejects the preload; Firefox resolves it with a response of type "error", which as an answer
 * would be the browser's own error page.
 */
export async function documentFromNetwork(
  event: Pick<FetchEvent, "preloadResponse" | "request">,
): Promise<Response> {
  const preloaded = await event.preloadResponse;
  if (preloaded?.type === "error") throw new TypeError("The navigation preload failed");
  return preloaded ?? fetch(event.request);
}

/** A picture from the cache or the network; the picture of a URL never changes. */
export async function pictureFor(request: Request): Promise<Response> {
  return (await caches.match(request, { cacheName: pictureCache })) ?? fetch(request);
}

/** The offline response for an address: the stored page, else the offline page. */
export async function pageOffline(path: string): Promise<Response> {
  const address = sharedPage(path)?.address;
  const found = address && (await caches.match(address, { cacheName: pageCache }));
  const waiting = await countWaiting();
  if (found) return shownOffline(await read(found), seenOf(found), waiting);
  const own = await caches.match(offlinePath, { cacheName: "own" });
  return own ? notVisited(await read(own), path, await visitedPages(), waiting) : Response.error();
}

/** Whether the account has changed on this device. In: the id of the signed-in user, "guest" for none. */
export async function isSomebodyElse(viewer: string): Promise<boolean> {
  const before = await getItem("viewer");
  if (before !== viewer) await setItem("viewer", viewer);
  return before !== undefined && before !== "guest" && before !== viewer;
}

/** Deletes a user's data on the device: pages, pictures, waiting adds, and the push subscription. */
export async function forgetPerson(scope: { registration: ServiceWorkerRegistration }): Promise<void> {
  forgotten++;
  const subscription = await scope.registration.pushManager?.getSubscription().catch(() => null);
  await Promise.all([
    caches.delete(pageCache),
    caches.delete(pictureCache),
    ...(await itemNames("")).map(removeItem),
    subscription?.unsubscribe(),
  ]);
}

/** The response for storage: without scripts, with its policy and the time. */
async function lean(answer: Response): Promise<Response> {
  return new Response(withoutScripts(await answer.text()), {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "X-Policy": answer.headers.get("Content-Security-Policy") ?? "",
      "X-Seen": new Date().toISOString(),
    },
  });
}

async function read(stored: Response): Promise<StoredPage> {
  return { html: await stored.text(), policy: stored.headers.get("X-Policy") ?? "" };
}

function seenOf(stored: Response): Date {
  return new Date(stored.headers.get("X-Seen") ?? 0);
}

async function visitedPages(): Promise<{ title: string; path: string }[]> {
  const cache = await caches.open(pageCache);
  const keys = [...(await cache.keys())].reverse().slice(0, 12);
  const pages = await Promise.all(
    keys.map(async (key) => {
      const { pathname, search } = new URL(key.url);
      return { title: titleOf((await (await cache.match(key))?.text()) ?? ""), path: pathname + search };
    }),
  );
  return pages.filter(({ title }) => title !== "");
}

/** Evicts the oldest entries of a cache that is too large. */
async function bound(name: keyof typeof most): Promise<void> {
  const cache = await caches.open(name);
  const keys = await cache.keys();
  for (const key of keys.slice(0, Math.max(0, keys.length - most[name]))) await cache.delete(key);
}
