import { dayAndMonth, shortDate } from "../../../shop/dates.ts";
import type { OrderWord } from "../../../shop/orders/order-fields.ts";
import type { DeliveryOutcome } from "../../../shop/orders/parcels.ts";
import type { ParcelView, TimelineEntry } from "./order-view.ts";

/** What became of the parcels of a cancelled order. */
export const deliveryOutcomeWords: Record<DeliveryOutcome, string> = {
  lost: "The courier lost this order on its way, so it was cancelled",
  returned: "This order could not be delivered and came back to us, so it was cancelled",
};

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

/**
 * Courier and tracking link of each parcel, and the order's words for this reader. One that has the whole order needs
 * no name, and its state only when it does not arrive. Renders nothing without any of them.
 */
export function ParcelDetails({ parcels, words }: { parcels: ParcelView[]; words: OrderWord[] }) {
  const shown = parcels.filter(
    ({ courier, trackingNumber, trackingLink, contents, isInTrouble }) =>
      courier || trackingNumber || trackingLink || contents !== null || isInTrouble,
  );
  if (shown.length === 0 && words.length === 0) return null;
  return (
    <div className="grid gap-1 mt-4 text-small wrap-anywhere">
      {shown.map(({ number, label, courier, trackingNumber, trackingLink, contents, isInTrouble }) => (
        <div key={number} className="grid gap-1">
          {contents === null && isInTrouble && <b className="font-medium">{label}</b>}
          {contents !== null && (
            <p>
              <b className="font-medium">
                Parcel {number}: {label}
              </b>{" "}
              <span className="muted">{contents}</span>
            </p>
          )}
          {(courier || trackingNumber) && (
            <p>
              {[courier, trackingNumber && `Tracking number ${trackingNumber}`].filter(Boolean).join(" · ")}
            </p>
          )}
          {trackingLink && (
            <p>
              <a className="link" href={trackingLink} rel="noopener noreferrer" target="_blank">
                Track the parcel
              </a>
            </p>
          )}
        </div>
      ))}
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
