import { CardSkeletons } from "../../ui/skeleton.tsx";

/** Skeletons of a screen that is being loaded. */
export default function Placeholder({ path }: { path: string }) {
  const lists = /^\/(shop|category|brand|wishlist)/.test(path);
  return (
    <div className="wrap placeholder">
      <div className="skeleton title" />
      {path.startsWith("/product") ? (
        <div className="product">
          <div className="pic skeleton" role="status" aria-label="Loading" />
          <div>
            <div className="skeleton-line" />
            <div className="skeleton-line" />
            <div className="skeleton-line" />
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
