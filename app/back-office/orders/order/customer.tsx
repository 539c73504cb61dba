import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import { AddressBlock } from "../../../parts/orders/delivery-address.tsx";
import { MayLink } from "../../parts/may.tsx";
import { Panel } from "../../parts/screen-head.tsx";

/** The customer, contact details and delivery address. */
export function CustomerPanel({ file: { order, customer } }: { file: OrderDetail }) {
  const { address, email } = order;
  return (
    <Panel title="Customer">
      <p>
        {customer ? (
          <MayLink permission="customers.view" to={`/admin/users/${customer.id}`}>
            {customer.name || "Unknown User"}
          </MayLink>
        ) : (
          "Guest User"
        )}
        {customer && (
          <span className="muted text-micro">
            {" "}
            · {customer.orders === 1 ? "1 order" : `${customer.orders} orders`}
          </span>
        )}
      </p>
      {email && (
        <p>
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      )}
      {address.phone && (
        <p>
          <a className="link num" href={`tel:${address.phone}`}>
            {address.phone}
          </a>
        </p>
      )}
      <AddressBlock address={address} />
    </Panel>
  );
}
