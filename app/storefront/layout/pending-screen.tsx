import { type ReactNode, useEffect, useState } from "react";
import { useLocation, useNavigation } from "react-router";
import { CardSkeletons } from "../../ui/skeleton.tsx";

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
  return <Placeholder path={shown} />;
}

function Placeholder({ path }: { path: string }) {
  const lists = /^\/(shop|category|wishlist)/.test(path);
  return (
    <div className="wrap placeholder">
      <div className="skeleton title" />
      {path.startsWith("/product") ? (
        <div className="product">
          <div className="pic skeleton" role="status" aria-label="Loading" />
          <div>
            <div className="skeleton-line w-2/5" />
            <div className="skeleton-line w-4/5" />
            <div className="skeleton-line w-3/5" />
          </div>
        </div>
      ) : path.startsWith("/order") ? (
        <CardSkeletons count={3} className="order-skeletons" />
      ) : (
        <CardSkeletons count={lists ? 8 : 4} className="product-grid four" />
      )}
    </div>
  );
}
