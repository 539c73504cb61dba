import { formatMobile } from "../../../../shop/accounts/customer/formats.ts";
import { plural } from "../../../../shop/money.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import { wordsFor } from "../../../../shop/orders/order-fields.ts";
import { AddressBlock, InvoicedTo } from "../../../parts/orders/delivery-address.tsx";
import { OrderWords } from "../../../parts/orders/timeline.tsx";
import { MayLink } from "../../parts/may.tsx";
import { Panel } from "../../parts/screen-head.tsx";

/** The customer, contact details, delivery address and words. The shop's words stand in the form of the status. */
export function CustomerPanel({ file: { order, customer } }: { file: OrderDetail }) {
  const { address, email } = order;
  return (
    <Panel title="Customer">
      <p className="wrap-anywhere">
        {customer ? (
          <MayLink permission="customers.view" to={`/admin/customers/${customer.id}`}>
            {customer.name || "Unknown User"}
          </MayLink>
        ) : (
          "Guest User"
        )}
        {customer && <span className="muted text-micro"> · {plural(customer.orders, "order")}</span>}
      </p>
      {email && (
        <p className="wrap-anywhere">
          <a className="link" href={`mailto:${email}`}>
            {email}
          </a>
        </p>
      )}
      {address.phone && (
        <p>
          <a className="link num" href={`tel:${address.phone}`}>
            {formatMobile(address.phone)}
          </a>
        </p>
      )}
      <AddressBlock address={address} />
      <InvoicedTo order={order} />
      <OrderWords words={wordsFor(order, "staff").filter(({ from }) => from === "customer")} />
    </Panel>
  );
}
