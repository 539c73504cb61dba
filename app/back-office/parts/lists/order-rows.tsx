import { href } from "react-router";
import { shortDate } from "../../../../shop/dates.ts";
import { type Paise, plural, rupeesExact } from "../../../../shop/money.ts";
import { type OrderStatus, shortId } from "../../../../shop/orders/orders.ts";
import { StatusBadge } from "../../../parts/orders/badges.tsx";
import { MayLink } from "../may.tsx";

/** The newest orders of an account, and how many there are. `at`: when each was placed. */
export type NewestOrders = {
  customer: string;
  count: number;
  rows: readonly { id: string; at: Date; status: OrderStatus; total: Paise }[];
};

/** Orders of a person, beside something else: number, day, status, total; and the way to all of them. */
export function OrderRows({ orders: { customer, count, rows } }: { orders: NewestOrders }) {
  return (
    <>
      <ul className="rows">
        {rows.map(({ id, at, status, total }) => (
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
      {count > rows.length && (
        <p className="mt-4">
          <MayLink permission="orders.view" to={`${href("/admin/orders")}?customer=${customer}`}>
            {`All ${plural(count, "order")}`}
          </MayLink>
        </p>
      )}
    </>
  );
}
