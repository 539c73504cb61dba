import { href } from "react-router";
import { shortDate } from "../../../../shop/dates.ts";
import { type Paise, rupeesExact } from "../../../../shop/money.ts";
import { type OrderStatus, shortId } from "../../../../shop/orders/orders.ts";
import { StatusBadge } from "../../../parts/orders/badges.tsx";
import { MayLink } from "../may.tsx";

/** Orders of a person, beside something else: number, day, status, total. `at`: when each was placed. */
export function OrderRows({
  orders,
}: {
  orders: readonly { id: string; at: Date; status: OrderStatus; total: Paise }[];
}) {
  return (
    <ul className="rows">
      {orders.map(({ id, at, status, total }) => (
        <li key={id} className="flex-wrap">
          <MayLink permission="orders.view" to={href("/admin/orders/:id", { id })}>
            {shortId(id)}
          </MayLink>
          <span className="muted">{shortDate(at)}</span>
          <StatusBadge status={status} />
          <span className="num ml-auto whitespace-nowrap">{rupeesExact(total)}</span>
        </li>
      ))}
    </ul>
  );
}
