import { Link } from "react-router";
import { shortId } from "../../../shop/orders/orders.ts";
import { chatPath, returnPath, trackPath } from "./order-links.ts";

/** Links to the chat that confirms an order while it waits for that, to tracking and, while possible, to a return. */
export function OrderButtons({
  order: { id, mayReturn, waitsForChat },
}: {
  order: { id: string; mayReturn: boolean; waitsForChat: boolean };
}) {
  const short = shortId(id);
  return (
    <>
      {waitsForChat && (
        <Link
          className="btn btn-primary btn-medium"
          to={chatPath(id)}
          aria-label={`Confirm on WhatsApp, order ${short}`}
        >
          Confirm on WhatsApp
        </Link>
      )}
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
