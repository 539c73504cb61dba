import { CardSkeletons } from "../../ui/skeleton.tsx";

/** Skeletons of a screen that is being loaded. */
export default function Placeholder({ path }: { path: string }) {
  const lists = /^\/(shop|category|brand|wishlist)/.test(path);
  return (
    <div className="wrap pt-8">
      <div className="skeleton h2 max-w-64 mb-6">&nbsp;</div>
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
        <CardSkeletons count={3} className="order-skeletons grid gap-4" />
      ) : (
        <CardSkeletons count={lists ? 8 : 4} className="product-grid four" />
      )}
    </div>
  );
}
