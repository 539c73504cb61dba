import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { actionLabel } from "../../../shop/audit/act-words.ts";
import type {
  CustomerEvent,
  CustomerRefund,
  CustomerReturn,
} from "../../../shop/customers/customer-page.server.ts";
import { dateAndTime, shortDate } from "../../../shop/dates.ts";
import { rupees, rupeesExact } from "../../../shop/money.ts";
import { May, MayLink } from "../parts/may.tsx";
import { Panel } from "../parts/screen-head.tsx";

const refundWords: Record<string, string> = { pending: "Waits", succeeded: "Paid back", failed: "Failed" };
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The newest of a list; `more`: whether there are others. */
export type CutList<Row> = { rows: Row[]; more: boolean };

/** The way from the newest of a list to all of it: elsewhere, or on this page. */
export function AllOfThem({ to = "?all=yes", children }: { to?: string; children: ReactNode }) {
  return (
    <p className="mt-4">
      <Link className="link" to={to} preventScrollReset>
        {children}
      </Link>
    </p>
  );
}

/** A link to an order by its short id. */
function OrderLink({ id }: { id: string }) {
  return (
    <MayLink permission="orders.view" to={href("/admin/orders/:id", { id })}>
      {id.slice(0, 8)}
    </MayLink>
  );
}

/** The returns and refunds of a customer. */
export function ReturnsAndRefunds({
  customer,
  returns,
  refunds,
}: {
  customer: string;
  returns: CutList<CustomerReturn>;
  refunds: CutList<CustomerRefund>;
}) {
  return (
    <Panel title="Returns and refunds">
      {returns.rows.length + refunds.rows.length === 0 && <p className="muted">None.</p>}
      <ul className="rows">
        {returns.rows.map(({ orderId, kind, state, at }) => (
          <li key={`return ${orderId} ${at.toISOString()}`} className="flex-wrap">
            <OrderLink id={orderId} />
            <span>
              {capital(kind)}: {state}
            </span>
            <span className="muted ml-auto">{shortDate(at)}</span>
          </li>
        ))}
        {refunds.rows.map(({ orderId, state, amount, at }) => (
          <li key={`refund ${orderId} ${at.toISOString()}`} className="flex-wrap">
            <OrderLink id={orderId} />
            <span>
              {refundWords[state] ?? state}: <span className="num">{rupeesExact(amount)}</span>
            </span>
            <span className="muted ml-auto">{shortDate(at)}</span>
          </li>
        ))}
      </ul>
      <May permission="orders.view">
        {returns.more && (
          <AllOfThem to={`${href("/admin/returns")}?customer=${customer}`}>All returns</AllOfThem>
        )}
      </May>
      {refunds.more && <AllOfThem>All refunds</AllOfThem>}
    </Panel>
  );
}

function eventWords({ what, text, amount }: CustomerEvent): string {
  switch (what) {
    case "joined":
      return "Account made";
    case "ordered":
      return `Ordered for ${rupees(amount ?? 0)}`;
    case "delivered":
      return "Order delivered";
    case "cancelled":
      return "Order cancelled";
    case "return":
      return `Asked for ${text === "exchange" ? "an exchange" : "a return"}`;
    case "refund":
      return `Refund of ${rupees(amount ?? 0)}: ${(refundWords[text] ?? text).toLowerCase()}`;
    case "message":
      return `Wrote to the shop (${text})`;
    case "review":
      return `Reviewed ${text}: ${amount ?? 0} of 5`;
    case "audit":
      return capital(actionLabel(text));
  }
}

/** What happened with a customer, newest first. */
export function Timeline({ events }: { events: CutList<CustomerEvent> }) {
  return (
    <Panel title="Timeline">
      <ol className="order-events">
        {events.rows.map((event) => (
          <li key={`${event.at.toISOString()} ${event.what} ${event.id} ${event.text}`}>
            <span>
              {eventWords(event)} {event.id && <OrderLink id={event.id} />}
            </span>
            <small>
              <time dateTime={event.at.toISOString()}>{dateAndTime(event.at)}</time>
              {event.by && ` · ${event.by}`}
            </small>
          </li>
        ))}
      </ol>
      {events.more && <AllOfThem>Show all that happened</AllOfThem>}
    </Panel>
  );
}
