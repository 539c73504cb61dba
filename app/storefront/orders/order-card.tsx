import { href } from "react-router";
import { shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";
import { shortId } from "../../../shop/orders/orders.ts";
import { PaymentBadge, StatusBadge } from "../../parts/orders/badges.tsx";
import { AddressBlock } from "../../parts/orders/delivery-address.tsx";
import { OrderItemList } from "../../parts/orders/items.tsx";
import { OrderButtons } from "../../parts/orders/order-buttons.tsx";
import { documentPath } from "../../parts/orders/order-links.ts";
import type { OrderView } from "../../parts/orders/order-view.ts";
import { ParcelDetails, Timeline } from "../../parts/orders/timeline.tsx";
import { UnpaidActions } from "../../parts/orders/unpaid.tsx";
import { CancelOrder } from "./cancel-order.tsx";
import { OrderAgain } from "./order-again.tsx";

/** One order with the actions of its customer. */
export function OrderCard({ order }: { order: OrderView }) {
  const short = shortId(order.id);
  return (
    <li className="order-card">
      <article aria-labelledby={`order-${order.id}`}>
        <header>
          <div>
            <h2 id={`order-${order.id}`} className="h3 num">
              Order {short}
            </h2>
            <p className="hint">
              Placed <time dateTime={order.placedAt.toISOString()}>{shortDate(order.placedAt)}</time>
            </p>
          </div>
          <div className="order-sum">
            <b className="num">{rupeesExact(order.total)}</b>
            <p className="badges">
              <StatusBadge status={order.status} />
              <PaymentBadge order={order} />
            </p>
          </div>
        </header>
        <div className="order-body">
          <OrderItemList lines={order.lines} />
          <div className="order-side">
            <section>
              <h3>Timeline</h3>
              <Timeline moments={order.moments} estimated={order.estimated} />
              <ParcelDetails order={order} />
            </section>
            <section>
              <h3>Delivery address</h3>
              <AddressBlock address={order.address} />
            </section>
          </div>
        </div>
        <div className="order-actions">
          {order.unpaid && <UnpaidActions order={order} next={href("/orders")} />}
          <OrderButtons order={order} />
          <OrderAgain id={order.id} />
          {order.mayCancel && <CancelOrder id={order.id} paid={order.paymentStatus === "completed"} />}
          <a className="btn btn-link btn-medium" href={documentPath(order.id)}>
            Invoice / receipt (PDF)
          </a>
        </div>
      </article>
    </li>
  );
}
