import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** Only a slow way to another screen needs it. */
const Placeholder = lazy(() => import("./placeholder.tsx"));

/** Long enough that a fast answer never flashes grey boxes, short enough that a slow one never looks dead. */
const patience = 200;

/**
 * The screen, or the placeholders of the screen that is on its way (specification, section 9: 8 in the shop,
 * the categories and the wishlist, 4 on the home page, 3 for orders).
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
