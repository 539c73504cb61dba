import { dayAndMonth, shortDate } from "../../../shop/dates.ts";
import type { OrderWord } from "../../../shop/orders/order-fields.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import type { TimelineEntry } from "./order-view.ts";

/** Events of an order, oldest first, and the expected delivery. */
export function Timeline({ moments, estimated }: { moments: TimelineEntry[]; estimated: Date | null }) {
  return (
    <ol className="timeline text-small wrap-anywhere">
      {moments.map(({ label, at }) => (
        <li key={`${label} ${at.toISOString()}`}>
          <b className="font-medium">{label}</b>
          <time className="muted" dateTime={at.toISOString()}>
            {shortDate(at)}
          </time>
        </li>
      ))}
      {estimated && (
        <li className="expected">
          <b className="font-medium muted">Estimated delivery</b>
          <time className="muted" dateTime={estimated.toISOString()}>
            {dayAndMonth(estimated)}
          </time>
        </li>
      )}
    </ol>
  );
}

/** Courier, tracking link and the order's words for this reader. Renders nothing without any of them. */
export function ParcelDetails({
  order: { courier, trackingNumber, trackingLink },
  words,
}: {
  order: Pick<Order, "courier" | "trackingNumber" | "trackingLink">;
  words: OrderWord[];
}) {
  if (!courier && !trackingNumber && !trackingLink && words.length === 0) return null;
  return (
    <div className="grid gap-1 mt-4 text-small wrap-anywhere">
      {(courier || trackingNumber) && (
        <p>{[courier, trackingNumber && `Tracking number ${trackingNumber}`].filter(Boolean).join(" · ")}</p>
      )}
      {trackingLink && (
        <p>
          <a className="link" href={trackingLink} rel="noopener noreferrer" target="_blank">
            Track the parcel
          </a>
        </p>
      )}
      <OrderWords words={words} />
    </div>
  );
}

/** A paragraph for each; the shop's own words need no label. */
export function OrderWords({ words }: { words: OrderWord[] }) {
  return words.map(({ label, from, text }) => (
    <p key={label}>{from === "customer" ? `${label}: ${text}` : text}</p>
  ));
}
