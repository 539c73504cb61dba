import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";

/** Loaded only for slow navigation. */
const loadPlaceholder = () => import("./placeholder.tsx");
type Placeholder = Awaited<ReturnType<typeof loadPlaceholder>>["default"];

/** Delay in ms: fast answers show no placeholders. */
const patience = 200;

/**
 * The screen, or the skeleton of the screen being loaded (specification, section 9: 8 cards in the shop, the
 * categories and the wishlist, 4 on the home page, 3 for orders). The screen stays mounted until the skeleton can be
 * shown: as the fallback of a Suspense boundary it would be mounted anew, lose what was typed and run its effects while
 * the router goes elsewhere.
 */
export function PendingScreen({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { state, location } = useNavigation();
  const next = state === "loading" && location && location.pathname !== pathname ? location.pathname : null;
  const [shown, setShown] = useState<{ path: string; Placeholder: Placeholder } | null>(null);
  useEffect(() => {
    if (!next) {
      setShown(null);
      return;
    }
    let isOver = false;
    const show = ({ default: Placeholder }: Awaited<ReturnType<typeof loadPlaceholder>>) => {
      if (!isOver) setShown({ path: next, Placeholder });
    };
    // Without its file the screen simply stays.
    const timer = setTimeout(() => void loadPlaceholder().then(show, () => undefined), patience);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [next]);
  return shown && shown.path === next ? <shown.Placeholder path={next} /> : children;
}
