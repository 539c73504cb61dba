import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** Lazy: needed only for slow navigation. */
const Placeholder = lazy(() => import("./placeholder.tsx"));

/** Delay in ms: fast answers show no placeholders. */
const patience = 200;

/**
 * The screen, or the skeleton of the screen being loaded (specification, section 9: 8 cards in the shop, the
 * categories and the wishlist, 4 on the home page, 3 for orders).
 */
export function PendingScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const next = state === "loading" && location && location.pathname !== pathname ? location.pathname : null;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!next) {
      setShown(null);
      return;
    }
    const timer = setTimeout(() => setShown(next), patience);
    return () => clearTimeout(timer);
  }, [next]);
  if (!shown || shown !== next) return children;
  return (
    <Suspense fallback={children}>
      <Placeholder path={shown} />
    </Suspense>
  );
}
