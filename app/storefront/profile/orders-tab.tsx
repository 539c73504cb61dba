import { href, Link } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { plural, rupeesExact } from "../../../shop/money.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { useLiveUpdates } from "../../http/live/use-live-updates.ts";
import { PaymentBadge, StatusBadge } from "../../parts/orders/badges.tsx";
import { OrderButtons } from "../../parts/orders/order-buttons.tsx";
import { trackPath } from "../../parts/orders/order-links.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { ProductPicture } from "../../parts/picture.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

const maxPictures = 3;

/** Short order history; actions are on the linked pages. */
export default function OrdersTab({ orders }: { orders: OrderView[] }) {
  useLiveUpdates(["orders"]);
  if (orders.length === 0) {
    return (
      <EmptyState
        title="No orders yet"
        text="When you order something, it appears here."
        link={{ to: href("/shop"), label: "Start Shopping" }}
      />
    );
  }
  return (
    <>
      <h2 className="sr-only">Orders</h2>
      <ul className="rows">
        {orders.map((order) => (
          <Row key={order.id} order={order} />
        ))}
      </ul>
      <p className="pt-4 text-center">
        <Link className="link" to={href("/orders")}>
          Cancel, pay or order again under My Orders
        </Link>
      </p>
    </>
  );
}

function Row({ order }: { order: OrderView }) {
  const short = shortId(order.id);
  return (
    <li className="grid gap-2">
      <p className="flex flex-wrap justify-between gap-2">
        <Link className="num font-strong" to={trackPath(order.id)}>
          {short}
        </Link>
        <span className="badges">
          <StatusBadge status={order.status} />
          <PaymentBadge order={order} />
        </span>
      </p>
      <div className="flex flex-wrap justify-between gap-2">
        <div className="thumbs flex gap-2">
          {order.lines.slice(0, maxPictures).map(({ id, picture }) => (
            <div key={id} className="pic">
              <ProductPicture picture={picture} alt="" sizes="3.25rem" />
            </div>
          ))}
        </div>
        <p className="grid ml-auto text-end num">
          <b className="font-strong">{rupeesExact(order.total)}</b>
          <span className="text-micro muted">{plural(order.units, "item")}</span>
          <span className="text-micro muted">{shortDate(order.placedAt)}</span>
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <OrderButtons order={order} />
      </div>
    </li>
  );
}
