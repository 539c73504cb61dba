import { useEffect } from "react";
import { useLocation } from "react-router";

/** Hydration, pictures and what somebody does at once come first. Milliseconds. */
const pause = 2_000;

/**
 * Lets the service worker keep the pages that are seen (offline.ts, a file of its own that nobody waits for). In: the
 * id of who is signed in, "guest" for nobody. In development there is no worker, and one of a built shop is removed.
 */
export function useOffline(viewer: string): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!import.meta.env.PROD) {
      void navigator.serviceWorker?.getRegistrations().then((all) => all.map((one) => one.unregister()));
      return;
    }
    const timer = setTimeout(() => {
      // What loads later than this page, or not at all, changes nothing on it.
      import("./offline.ts")
        .then(({ pageSeen }) => pageSeen(pathname + search, viewer))
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(timer);
  }, [pathname, search, viewer]);
}
