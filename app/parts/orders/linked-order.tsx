import { href } from "react-router";
import type { Order } from "../../../shop/orders/orders.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Totals } from "./totals.tsx";

/*
 * The order of a link that a customer was sent: its items and sum, and no name or address, because links are passed on.
 */

/** What is shown of it. */
export function linkedOrderOf({
  id,
  lines,
  subtotal,
  discount,
  shipping,
  total,
  couponCode,
  notOwed,
  received,
  status,
  method,
  advance,
}: Order) {
  const money = { notOwed, received, status, method, advance };
  return {
    id,
    totals: { subtotal, discount, shipping, total, couponCode, refunded: 0, ...money },
    lines: lines.map(({ id: line, name, size, colour, quantity }) => ({
      id: line,
      text: [`${quantity} × ${name}`, colour, size && `Size ${size}`].filter(Boolean).join(", "),
    })),
  };
}

export function LinkedOrder({ order }: { order: ReturnType<typeof linkedOrderOf> }) {
  return (
    <>
      <ul>
        {order.lines.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
      <Totals order={order.totals} />
    </>
  );
}

/** Instead of the order, for a link that is none of the shop's. */
export function UnknownLink() {
  return (
    <EmptyState
      level={1}
      tone="wrong"
      title="This link does not work"
      text="Part of the address may be missing. Please open it from the message again."
      link={{ to: href("/shop"), label: "Go to the shop" }}
    />
  );
}
