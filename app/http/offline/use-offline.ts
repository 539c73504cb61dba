import { useEffect } from "react";
import { useLocation } from "react-router";

/** Hydration, pictures and the first interactions come first. Milliseconds. */
const pause = 2_000;

/**
 * Makes the service worker store visited pages (offline.ts, a separate script that nothing waits for). In: the id of
 * the signed-in user, "guest" for none. In development there is no worker, and one of a built shop is removed.
 */
export function useOffline(viewer: string): void {
  const { pathname, search } = useLocation();
  useEffect(() => {
    if (!import.meta.env.PROD) {
      void navigator.serviceWorker?.getRegistrations().then((all) => all.map((one) => one.unregister()));
      return;
    }
    const timer = setTimeout(() => {
      // If this loads late, or not at all, the page is not affected.
      import("./offline.ts")
        .then(({ pageSeen }) => pageSeen(pathname + search, viewer))
        .catch(() => undefined);
    }, pause);
    return () => clearTimeout(timer);
  }, [pathname, search, viewer]);
}
