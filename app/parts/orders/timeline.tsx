import { dayAndMonth, shortDate } from "../../../shop/dates.ts";
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

/** Courier, tracking link and the shop's message. Renders nothing without any of them. */
export function ParcelDetails({
  order: { courier, trackingNumber, trackingLink, note },
}: {
  order: Pick<Order, "courier" | "trackingNumber" | "trackingLink" | "note">;
}) {
  if (!courier && !trackingNumber && !trackingLink && !note) return null;
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
      {note && <p>{note}</p>}
    </div>
  );
}
