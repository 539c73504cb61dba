import { Link } from "react-router";
import { shortId } from "../../../shop/orders/orders.ts";
import { returnPath, trackPath } from "./order-links.ts";

/** Links to tracking and, while possible, to a return. */
export function OrderButtons({ order: { id, mayReturn } }: { order: { id: string; mayReturn: boolean } }) {
  const short = shortId(id);
  return (
    <>
      <Link className="btn btn-secondary btn-medium" to={trackPath(id)} aria-label={`Track Order ${short}`}>
        Track Order
      </Link>
      {mayReturn && (
        <Link
          className="btn btn-secondary btn-medium"
          to={returnPath(id)}
          aria-label={`Return/Exchange, order ${short}`}
        >
          Return/Exchange
        </Link>
      )}
    </>
  );
}
