import { type ComponentType, lazy, type ReactNode } from "react";

const pauseMs = 1_500;

/**
 * A part of a page whose script is loaded when the part is drawn, inside of `Suspense`. A script can be missing for a
 * while: on a bad connection, or where the shop was updated meanwhile and no service worker keeps the old ones. It is
 * tried again once; then the part says so, or is `otherwise`. With React's `lazy` alone an error would take the place
 * of the whole page.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  otherwise: () => ReactNode = NotLoaded,
) {
  return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    // On the server a missing module is a broken build, which must be seen.
    if (typeof document === "undefined") return load();
    return load()
      .catch(() => new Promise((resolve) => setTimeout(resolve, pauseMs)).then(load))
      .catch(() => ({ default: otherwise }));
  });
}

/** In place of a part that nobody misses. */
export const nothing = () => null;

function NotLoaded() {
  return (
    <p role="status" className="py-4">
      This part could not be loaded.{" "}
      <button type="button" className="btn btn-link" onClick={() => window.location.reload()}>
        Reload the page
      </button>
    </p>
  );
}
