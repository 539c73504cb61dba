import { asset, dropOldAssets, storeAssets } from "./assets.ts";
import {
  documentFromNetwork,
  forgetPerson,
  isSomebodyElse,
  pageOffline,
  pictureFor,
  storeOfflinePage,
  storePage,
  storePictures,
} from "./pages.ts";
import { openFromNotification, showPush } from "./push.ts";
import { type FetchEvent, type MessageEventOfPage, scope } from "./scope.ts";
import { outcomeShown, outcomesToShow, sendWaiting, waitWith } from "./waiting-adds.ts";

/**
 * The service worker (docs/decisions/0031-phone-as-an-app.md). It stores only pages that are the same for everybody,
 * fetched without cookies, and shows them marked with their time when offline. Everything else it leaves to the
 * network. Built to /service-worker.js by scripts/built/worker.mjs.
 */
scope.addEventListener("install", (event) => {
  // Takes over at once: it serves open tabs as the previous worker did, and reloads none of them.
  event.waitUntil(Promise.all([storeOfflinePage(), storeAssets()]).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      await scope.registration.navigationPreload?.enable();
      await scope.clients.claim();
      const tabs = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
      await dropOldAssets(tabs.length > 0);
    })(),
  );
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method === "POST") {
    if (/^\/auth\/sign-out(\.data)?$/.test(pathname)) event.respondWith(signOut(request));
    else if (pathname === "/cart" && request.mode === "navigate") event.respondWith(cartForm(request));
    return;
  }
  if (request.method !== "GET") return;
  if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (pathname.startsWith("/media/") && request.destination === "image")
    event.respondWith(pictureFor(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
});

/** A document from the network; offline the stored page. */
async function page(event: FetchEvent): Promise<Response> {
  try {
    return await documentFromNetwork(event);
  } catch {
    const { pathname, search } = new URL(event.request.url);
    return pageOffline(pathname + search);
  }
}

/** Signs out, and then deletes this user's data on the device. */
async function signOut(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.status < 400) await forgetPerson(scope);
  return answer;
}

/** A form of an offline page. An add waits when it cannot be sent; anything else gets the offline page. */
async function cartForm(request: Request): Promise<Response> {
  const fields = textFields(await request.clone().formData());
  if (fields.intent !== "add") return fetch(request).catch(() => pageOffline("/cart"));
  fields.key ||= crypto.randomUUID();
  try {
    return await fetch("/cart", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
  } catch {
    await waitWith(fields, scope.registration);
    const { pathname, search } = new URL(fields.next ?? "/cart", location.origin);
    return Response.redirect(pathname + search, 303);
  }
}

function textFields(form: FormData): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

/** A message of a page (app/http/offline/offline.ts). `shown`: the page has shown the outcome of this name. */
type PageMessage =
  | { kind: "seen"; path: string; viewer: string; pictures: string[] }
  | { kind: "add"; fields: Record<string, string> }
  | { kind: "online" }
  | { kind: "shown"; name: string };

scope.addEventListener("message", (event) => {
  // Only the scripts of this site can send messages here.
  const message = event.data as PageMessage;
  event.waitUntil(handleMessage(message, event));
});

async function handleMessage(message: PageMessage, { source, ports }: MessageEventOfPage): Promise<void> {
  if (message.kind === "shown") return outcomeShown(message.name);
  if (message.kind === "add") {
    await waitWith(message.fields, scope.registration);
    ports[0]?.postMessage("stored");
    return;
  }
  if (message.kind === "seen") await seen(message);
  await sendWaiting();
  // Only a page that has sent a message is known to listen; an outcome that it does not confirm is shown by the next
  // one.
  for (const outcome of await outcomesToShow()) source.postMessage({ kind: "toast", ...outcome });
}

scope.addEventListener("sync", (event) => event.waitUntil(sendWaiting()));

async function seen({ path, viewer, pictures }: Extract<PageMessage, { kind: "seen" }>): Promise<void> {
  if (await isSomebodyElse(viewer)) await forgetPerson(scope);
  await Promise.all([storePage(path), storePictures(pictures)]).catch(() => undefined);
}

scope.addEventListener("push", (event) => event.waitUntil(showPush(scope, event.data)));
scope.addEventListener("notificationclick", (event) =>
  event.waitUntil(openFromNotification(scope, event.notification)),
);
