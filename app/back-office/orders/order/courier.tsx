import { href } from "react-router";
import { shortDate } from "../../../../shop/dates.ts";
import type {
  configuredCouriers,
  OrderBooking,
} from "../../../../shop/order-management/booked-parcels.server.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import type { OrderParcel } from "../../../../shop/orders/parcels.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { May } from "../../parts/may.tsx";
import { NamedForm, useAnswerTo } from "../../parts/named-form.tsx";
import { Panel } from "../../parts/screen-head.tsx";

type Couriers = ReturnType<typeof configuredCouriers>;
type PanelProps = { file: OrderDetail; bookings: OrderBooking[]; couriers: Couriers };

const clockTime = new Intl.DateTimeFormat("en-IN", {
  timeZone: "Asia/Kolkata",
  day: "numeric",
  month: "short",
  hour: "numeric",
  minute: "2-digit",
});

/** The parcels of an order at the couriers whose API has keys: booked, or to be booked. */
export function OrderCouriers({ file, bookings, couriers }: PanelProps) {
  const { order, unsent } = file;
  const isBooked = ({ id }: OrderParcel) =>
    bookings.some(
      ({ parcelId, state, typed }) => parcelId === id && !typed && (state === "asked" || state === "booked"),
    );
  const waiting = order.parcels.filter((one) => one.state === "prepared" && !isBooked(one));
  const isOpen = order.status !== "cancelled";
  const hasRest = Object.values(unsent).some((units) => units > 0);
  const toBook: { id: string; label: string }[] = !isOpen
    ? []
    : waiting.length > 0
      ? waiting.map(({ id, number }) => ({ id, label: `Parcel ${number}` }))
      : hasRest && !order.parcels.some(({ state }) => state === "prepared")
        ? [{ id: "", label: order.parcels.length > 0 ? "The rest" : "All items" }]
        : [];
  if (bookings.length === 0 && (couriers.length === 0 || toBook.length === 0)) return null;
  return (
    <Panel title="Courier">
      <div className="grid gap-4">
        {bookings.map((booking) => (
          <Booking key={booking.id} booking={booking} file={file} />
        ))}
        <May permission="orders.edit">
          {couriers.length > 0 &&
            toBook.map(({ id, label }) => (
              <Book key={id} parcel={id} label={label} file={file} couriers={couriers} />
            ))}
        </May>
      </div>
    </Panel>
  );
}

function Book({
  parcel,
  label,
  file,
  couriers,
}: {
  parcel: string;
  label: string;
  file: OrderDetail;
  couriers: Couriers;
}) {
  const name = `book-${parcel || "rest"}`;
  const wrong = useAnswerTo(name)?.errors?.courier;
  return (
    <NamedForm name={name} className="grid gap-2" aria-label={`Book ${label}`}>
      <HiddenFields fields={{ intent: "courier-book", parcel, version: file.version }} />
      <p>{label}</p>
      {wrong && <Notice tone="wrong" title="It was not booked" text={wrong} />}
      <div className="flex flex-wrap gap-2">
        {couriers.map(({ key, name: courier }) => (
          <button key={key} type="submit" name="api" value={key} className="btn btn-secondary">
            Book with {courier}
          </button>
        ))}
      </div>
      {couriers.some(({ mode }) => mode === "untried") && (
        <small className="muted">
          {couriers
            .filter(({ mode }) => mode === "untried")
            .map(({ name: courier }) => courier)
            .join(" and ")}
          : written from public documents, not tried with the real service yet.
        </small>
      )}
    </NamedForm>
  );
}

const badges = { asked: "warn", booked: "ok", failed: "bad", cancelled: "" };

function Booking({ booking, file }: { booking: OrderBooking; file: OrderDetail }) {
  const { id, name, state, awb, carrier, error, reports, parcel, pickupOn, secondAwbs, secondError } =
    booking;
  const { order } = file;
  const newest = reports[0];
  const isWaiting =
    state === "booked" &&
    !booking.typed &&
    order.parcels.some((one) => one.id === booking.parcelId && one.state === "prepared");
  const says = {
    asked: "Not answered yet",
    booked: booking.typed ? "Followed" : "Booked",
    failed: "Not booked",
    cancelled: booking.typed ? "Not followed any more" : "Cancelled",
  };
  return (
    <section className="grid gap-2" aria-label={`${name}, ${booking.typed ? awb : booking.reference}`}>
      <p className="wrap-anywhere">
        <b>{parcel === null ? name : `Parcel ${parcel}: ${name}`}</b>{" "}
        <span className={`badge ${badges[state]}`}>{says[state]}</span> {awb}
        {carrier && ` by ${carrier}`}
        {pickupOn && `, to be fetched on ${shortDate(new Date(pickupOn))}`}
      </p>
      {state === "asked" && (
        <p>
          {name} has not said whether it took {booking.reference}. It is asked again every few minutes, and
          what it should book twice is cancelled.{error && ` Last: ${error}`}
        </p>
      )}
      {state === "failed" && error && <p className="wrap-anywhere">{error}</p>}
      {booking.isChanged && (
        <Notice
          tone="warn"
          title="The order has changed since it was booked"
          text={
            order.status === "cancelled"
              ? `The booking is being cancelled with the courier.${error ? ` It says: ${error}` : ""}`
              : "The courier has the old address, contents or amount to collect. Cancel the booking and book again, or tell the courier."
          }
        />
      )}
      {secondAwbs.length > 0 && (
        <Notice
          tone="warn"
          title={`${name} booked this parcel once more`}
          text={
            secondError === null
              ? `A call that it had not answered went through late, as ${secondAwbs.join(", ")}. That booking was cancelled with the courier, so that nothing is fetched and paid twice.`
              : `A call that it had not answered went through late, as ${secondAwbs.join(", ")}, and it does not cancel that (“${secondError.replace(/\.$/, "")}”). Please cancel it in the courier's own account, or it may be fetched and paid twice.`
          }
        />
      )}
      {newest?.outcome === "look" && (
        <Notice tone="warn" title={`${name}: ${newest.words}`} text={lookWords(newest.state)} />
      )}
      {reports.length > 0 && (
        <ul className="text-small grid gap-1">
          {reports.map(({ id: key, at, words, outcome }) => (
            <li key={key} className="wrap-anywhere">
              <span className="muted">{clockTime.format(at)}</span> {words}
              {outcome === "unknown" && " (a code that the shop does not know)"}
              {outcome === "late" && " (came late)"}
              {outcome === "refused" && " (could not be recorded here: please look)"}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {state === "booked" && !booking.typed && (
          <a
            className="btn btn-secondary"
            href={href("/admin/orders/:id/label/:booking", { id: order.id, booking: id })}
          >
            Label
          </a>
        )}
        <May permission="orders.edit">
          {isWaiting && pickupOn === null && (
            <NamedForm name={`pickup-${id}`}>
              <HiddenFields fields={{ intent: "courier-pickup" }} />
              <button type="submit" className="btn btn-secondary">
                Ask for pickup
              </button>
            </NamedForm>
          )}
          {(isWaiting || state === "asked" || (state === "booked" && booking.isChanged)) && (
            <Confirm
              id={`cancel-booking-${id}`}
              open={state === "asked" ? "Give up" : "Cancel booking"}
              title={state === "asked" ? "Stop asking the courier?" : `Cancel ${awb} with ${name}?`}
              text={
                state === "asked"
                  ? "Look in the courier's own account first: it may have the parcel already."
                  : "The courier does not fetch it then. The parcel stays here and can be booked again."
              }
              button={state === "asked" ? "Give up" : "Cancel booking"}
              fields={{ intent: "courier-cancel", booking: id }}
            />
          )}
        </May>
      </div>
    </section>
  );
}

/** What staff do about a report that nothing follows from by itself. */
function lookWords(state: OrderBooking["reports"][number]["state"]): string {
  switch (state) {
    case "returned":
      return "Look at the goods, then record “Received back”: nothing goes back into stock by itself.";
    case "lost":
    case "damaged":
      return "If you accept this, record “Lost” at the parcel: it is written off, and what was paid is refunded.";
    case "undelivered":
      return "Record “Not delivered” with the reason: the courier gave none that is known.";
    default:
      return "The parcel here is not the one that the courier carries, or its order was cancelled.";
  }
}
