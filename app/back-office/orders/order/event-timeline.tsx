import { actorLabel } from "../../../../shop/access/actor.ts";
import { dateAndTime } from "../../../../shop/dates.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import { isFree } from "../../../../shop/orders/amount-due.ts";
import type { OrderEvent } from "../../../../shop/orders/orders.ts";
import { remarkText } from "../../../../shop/orders/remarks/remark-words.ts";

const about: Record<OrderEvent["kind"], string> = {
  status: "",
  payment: "Payment: ",
  parcel: "Parcel",
  note: "Note",
  return: "Return: ",
  edit: "Changed",
};

/** All events of an order, newest first, with actor and reason. */
export function EventTimeline({ file }: { file: OrderDetail }) {
  const { order } = file;
  // The books settle an order of 0 with a payment of 0, which is none to anybody.
  const events = isFree(order) ? order.events.filter(({ kind }) => kind !== "payment") : order.events;
  return (
    <ol className="order-events">
      {events.toReversed().map((event, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: events have no other name, and none ever changes
        <li key={events.length - place}>
          <span>{what(event)}</span>
          <small>
            <time dateTime={event.at.toISOString()}>{dateAndTime(event.at)}</time> ·{" "}
            {actorLabel(event.actor, file.customer?.name)}
          </small>
          {said(event) && <p className="text-micro whitespace-pre-wrap">{said(event)}</p>}
        </li>
      ))}
    </ol>
  );
}

function what({ kind, from, to }: OrderEvent): string {
  if (kind === "parcel") return [about.parcel, to].filter(Boolean).join(": ");
  if (kind === "note" || kind === "edit") return about[kind];
  const states = from === to ? [to] : [from, to];
  return about[kind] + states.flatMap((one) => (one ? [readable(one)] : [])).join(" → ");
}

/** The program's remark, and typed text. */
function said({ remark, note }: OrderEvent): string {
  const words = remark && remarkText(remark);
  return [words && words.charAt(0).toUpperCase() + words.slice(1), note].filter(Boolean).join(". ");
}

function readable(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1).replaceAll("_", " ");
}
