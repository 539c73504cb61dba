import type { PastOrder } from "../../../shop/customers/import/import-people.server.ts";
import { shortDate } from "../../../shop/dates.ts";
import { rupeesExact } from "../../../shop/money.ts";

const states: Record<PastOrder["state"], string> = {
  open: "Not delivered",
  fulfilled: "Delivered",
  cancelled: "Cancelled",
  refunded: "Refunded",
};

/** Orders of the shop's time before this program, as history. */
export function PastOrders({ orders }: { orders: PastOrder[] }) {
  return (
    <ul className="rows">
      {orders.map(({ number, placedAt, state, total, lines }) => (
        <li key={number} className="flex-wrap items-start gap-x-3">
          <div className="min-w-0 grow wrap-anywhere">
            <b className="num">{number}</b>{" "}
            <span className="muted">
              {shortDate(placedAt)} · {states[state]}
            </span>
            <p className="text-small">
              {lines.map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name)).join(", ")}
            </p>
          </div>
          <span className="num whitespace-nowrap">{rupeesExact(total)}</span>
        </li>
      ))}
    </ul>
  );
}
