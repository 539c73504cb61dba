import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { keyThisEntry } from "./http/page/scroll-restoration.tsx";

keyThisEntry();
afterFirstPaint(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  }),
);

/**
 * Calls when the browser has shown the page once; at once in a hidden tab, which shows nothing. On a slow
 * phone whose scripts are stored the pictures of a list would wait until React has been through the page.
 */
function afterFirstPaint(then: () => void): void {
  if (document.visibilityState === "hidden") then();
  else requestAnimationFrame(() => setTimeout(then));
}
