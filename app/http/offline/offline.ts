import { showToast, type Toast } from "../../ui/toast.tsx";
import { clockTime, seenWords } from "./seen-at.ts";

let registered: Promise<unknown> | undefined;
let seenHere = new Date();

/**
 * Reports visited pages to the service worker, which stores them for use offline; registers it first. Called after each
 * navigation, when the browser is idle. In: the path with its query, and the id of the signed-in user ("guest" for
 * none).
 */
export async function pageSeen(path: string, viewer: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  registered ??= register();
  if (navigator.onLine) seenHere = new Date();
  await registered;
  const pictures = performance
    .getEntriesByType("resource")
    .map(({ name }) => new URL(name))
    // Not the JPEGs that Firefox begins to load when it leaves a page: nothing shows them.
    .filter(
      ({ origin, pathname }) => origin === location.origin && /^\/media\/.+\.(avif|webp)$/.test(pathname),
    )
    .map(({ pathname }) => pathname);
  await postToWorker({ kind: "seen", path, viewer, pictures: [...new Set(pictures)] });
}

async function postToWorker(message: object) {
  (await navigator.serviceWorker.ready).active?.postMessage(message);
}

/** Listens, and registers the worker. Offline it is already registered, or the next page does it. */
async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.kind !== "toast") return;
    showToast(data.toast satisfies Toast);
    void postToWorker({ kind: "shown", name: data.name });
  });
  addEventListener("offline", showBanner);
  if (!navigator.onLine) showBanner();
  addEventListener("online", () => {
    document.getElementById("offline-banner")?.remove();
    document.body.classList.remove("offline");
    void postToWorker({ kind: "online" });
  });
  await serviceWorker.register("/service-worker.js").catch(() => undefined);
}

/** The strip of a page that lost its connection while it was open. */
function showBanner() {
  const banner = document.createElement("p");
  banner.id = "offline-banner";
  banner.className = "offline-banner";
  banner.role = "status";
  const title = document.createElement("b");
  title.textContent = "You are offline.";
  const at = clockTime(seenHere, new Date());
  banner.append(title, ` ${seenWords(at)}`);
  document.body.prepend(banner);
  document.body.classList.add("offline");
  document.body.style.setProperty("--seen-at", `" (${at})"`);
}
