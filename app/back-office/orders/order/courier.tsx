import { href, useNavigation } from "react-router";
import { dateAndTime, shortDate } from "../../../../shop/dates.ts";
import { rupeesExact } from "../../../../shop/money.ts";
import type {
  configuredCouriers,
  OrderBooking,
} from "../../../../shop/order-management/booked-parcels.server.ts";
import type { OrderDetail } from "../../../../shop/order-management/order-detail.server.ts";
import type { OrderParcel } from "../../../../shop/orders/parcels.ts";
import { isExpectedBack, type ReturnRequest } from "../../../../shop/returns/returns.ts";
import { HiddenFields } from "../../../ui/forms/hidden-fields.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { Confirm } from "../../parts/confirm.tsx";
import { May } from "../../parts/may.tsx";
import { NamedForm, useAnswerTo } from "../../parts/named-form.tsx";
import { useApprovalWords } from "../../parts/refund-words.ts";
import { Panel } from "../../parts/screen-head.tsx";
import { CostField, ParcelFields } from "./parcel-fields.tsx";

type Couriers = ReturnType<typeof configuredCouriers>;
type PanelProps = { file: OrderDetail; bookings: OrderBooking[]; couriers: Couriers };

/** The parcels of an order at the couriers whose API has keys: booked, or to be booked. */
export function OrderCouriers({ file, bookings: all, couriers: configured }: PanelProps) {
  const { order, unsent } = file;
  const bookings = all.filter(({ direction }) => direction === "forward");
  const couriers = configured.filter(({ directions }) => directions.includes("forward"));
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
              <Book
                key={id}
                name={`book-${id || "rest"}`}
                label={label}
                fields={{ intent: "courier-book", parcel: id, version: file.version }}
                button="Book with"
                couriers={couriers}
              />
            ))}
        </May>
      </div>
    </Panel>
  );
}

/** The couriers that fetch an approved return at the customer's: what was booked, or one to be booked. */
export function ReturnPickup({
  file,
  request,
  bookings: all,
  couriers,
}: PanelProps & { request: ReturnRequest }) {
  const bookings = all.filter(({ returnId }) => returnId === request.id);
  const fetching = couriers.filter(({ directions }) => directions.includes("reverse"));
  const isBooked = bookings.some(({ state, typed }) => !typed && (state === "asked" || state === "booked"));
  const waits = isExpectedBack(file.order, request) && !request.sentAt && !isBooked;
  const canBook = waits && request.pickupNumber === null;
  const hasCost = ["approved", "received", "closed"].includes(request.state);
  const cost = file.pickupCosts.get(request.id);
  if (bookings.length === 0 && !hasCost) return null;
  return (
    <div className="grid gap-3 my-3">
      {bookings.map((booking) => (
        <Booking key={booking.id} booking={booking} file={file} />
      ))}
      {request.pickupLink && (
        <a className="link" href={request.pickupLink} rel="noopener noreferrer" target="_blank">
          Track the pick-up
        </a>
      )}
      {hasCost && typeof cost === "number" && <small>Return cost {rupeesExact(cost)}</small>}
      {canBook && fetching.length > 0 && (
        <May permission="orders.edit">
          <Book
            name={`book-${request.id}`}
            label="Pick-up at the customer's"
            fields={{ intent: "courier-return", return: request.id }}
            button="Book pick-up with"
            couriers={fetching}
          />
        </May>
      )}
      <May permission="orders.edit">
        <span className="flex flex-wrap gap-2">
          {waits && (
            <Confirm
              id={`pickup-carrier-${request.id}`}
              open={request.pickupNumber ? "Change pick-up" : "Enter a pick-up booked elsewhere"}
              openClass="btn btn-secondary"
              destructive={false}
              title="Who picks it up?"
              text={`The customer is told who comes, with the tracking number.${request.pickupNumber ? " Empty both fields when nobody comes any more: they are told that too." : ""}`}
              button="Save"
              fields={{ intent: "return-carrier", return: request.id }}
            >
              <ParcelFields
                isRequired={request.pickupNumber === null}
                parcel={{
                  courier: request.pickupCourier,
                  trackingNumber: request.pickupNumber,
                  trackingLink: request.pickupLink,
                }}
              />
            </Confirm>
          )}
          {hasCost && (
            <Confirm
              id={`return-cost-${request.id}`}
              open={typeof cost === "number" ? "Change return cost" : "Enter return cost"}
              openClass="btn btn-secondary"
              destructive={false}
              title="What did its way back cost?"
              text="It counts in what the order cost, and in the list of returned parcels."
              button="Save"
              fields={{ intent: "return-cost", return: request.id }}
            >
              <CostField
                now={cost}
                hint="The courier's charges with tax. Empty: as in Settings, Settlements and costs, if a courier picked it up."
              />
            </Confirm>
          )}
        </span>
      </May>
    </div>
  );
}

function Book({
  name,
  label,
  fields,
  button,
  couriers,
}: {
  name: string;
  label: string;
  fields: Record<string, string>;
  button: string;
  couriers: Couriers;
}) {
  const wrong = useAnswerTo(name)?.errors?.courier;
  // A courier may take a quarter of a minute to answer.
  const isAsked = useNavigation().formData?.get("form") === name;
  return (
    <NamedForm name={name} className="grid gap-2" aria-label={`Book ${label}`}>
      <HiddenFields fields={fields} />
      <p>{label}</p>
      {wrong && <Notice tone="wrong" title="It was not booked" text={wrong} />}
      <div className="flex flex-wrap gap-2">
        {couriers.map(({ key, name: courier }) => (
          <button
            key={key}
            type="submit"
            name="api"
            value={key}
            className="btn btn-secondary"
            aria-disabled={isAsked || undefined}
            // A disabled button would lose the focus.
            onClick={(event) => isAsked && event.preventDefault()}
          >
            {isAsked ? `Asking ${courier}...` : `${button} ${courier}`}
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
  const { id, name, state, awb, carrier, error, reports, pickupOn, secondAwbs, secondError } = booking;
  const { what, change, isWaiting, asks } = booking;
  const { order } = file;
  const newest = reports[0];
  const isReturn = booking.direction === "reverse";
  const approval = useApprovalWords();
  const says = {
    asked: "Not answered yet",
    booked: booking.typed ? "Followed" : "Booked",
    failed: "Not booked",
    cancelled: booking.typed ? "Not followed any more" : "Cancelled",
  };
  return (
    <section className="grid gap-2" aria-label={`${name}, ${booking.typed ? awb : booking.reference}`}>
      <p className="wrap-anywhere">
        <b>{what === null ? name : `${what}: ${name}`}</b>{" "}
        <span className={`badge ${badges[state]}`}>{says[state]}</span> {awb}
        {carrier && ` by ${carrier}`}
        {isWaiting && pickupOn && `, to be fetched on ${shortDate(new Date(pickupOn))}`}
      </p>
      {state === "asked" && (
        <p>
          {name} has not said whether it took {booking.reference}. It is asked again every few minutes, and
          what it should book twice is cancelled.{error && ` Last: ${error}`}
        </p>
      )}
      {state === "failed" && error && <p className="wrap-anywhere">{error}</p>}
      {change && (
        <Notice
          tone="warn"
          title={
            isReturn && change === "given-up"
              ? "It is not to be picked up any more"
              : "The order has changed since it was booked"
          }
          text={
            change === "given-up"
              ? `The booking is being cancelled with the courier.${error ? ` It says: ${error}` : ""}`
              : "The courier has the old address, contents or amount to collect. Cancel the booking and book again, or tell the courier."
          }
        />
      )}
      {secondAwbs.length > 0 && (
        <Notice
          tone="warn"
          title={`${name} booked this ${isReturn ? "pick-up" : "parcel"} once more`}
          text={
            secondError === null
              ? `A call that it had not answered went through late, as ${secondAwbs.join(", ")}. That booking was cancelled with the courier, so that nothing is fetched and paid twice.`
              : `A call that it had not answered went through late, as ${secondAwbs.join(", ")}, and it does not cancel that (“${secondError.replace(/\.$/, "")}”). Please cancel it in the courier's own account, or it may be fetched and paid twice.`
          }
        />
      )}
      {newest && asks && (
        <Notice
          tone="warn"
          title={`${name}: ${newest.words}`}
          text={isReturn ? lookAtReturn(newest.state, approval) : lookWords(newest.state, approval)}
        />
      )}
      {reports.length > 0 && (
        <ul className="text-small grid gap-1">
          {reports.map(({ id: key, at, words, outcome }) => (
            <li key={key} className="wrap-anywhere">
              <span className="muted">{dateAndTime(at)}</span> {words}
              {outcome === "unknown" && " (a code that the shop does not know)"}
              {outcome === "late" && " (came late)"}
              {outcome === "refused" && " (could not be recorded here: please look)"}
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {booking.hasLabel && (
          <a
            className="btn btn-secondary"
            href={href("/admin/orders/:id/label/:booking", { id: order.id, booking: id })}
          >
            Label
          </a>
        )}
        <May permission="orders.edit">
          {isWaiting && !isReturn && pickupOn === null && (
            <NamedForm name={`pickup-${id}`}>
              <HiddenFields fields={{ intent: "courier-pickup" }} />
              <button type="submit" className="btn btn-secondary">
                Ask for pickup
              </button>
            </NamedForm>
          )}
          {(isWaiting || state === "asked" || change !== null) && (
            <Confirm
              id={`cancel-booking-${id}`}
              open={state === "asked" ? "Give up" : "Cancel booking"}
              title={state === "asked" ? "Stop asking the courier?" : `Cancel ${awb} with ${name}?`}
              text={
                state === "asked"
                  ? "Look in the courier's own account first: it may have the parcel already."
                  : isReturn
                    ? "The courier does not fetch it then. The customer is told that the courier does not come."
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

/** What staff do about what is reported of a return. */
function lookAtReturn(state: OrderBooking["reports"][number]["state"], approval: string): string {
  switch (state) {
    case "delivered":
      return "Look at the goods, then record “Received” below: nothing is refunded or put back into stock by itself.";
    case "cancelled":
      return "The customer was told that nobody comes: book another pick-up, or write to them.";
    case "lost":
    case "damaged":
      return `If you accept this, record “Received” below with the items written off: the customer gets the refund${approval}.`;
    case "returning":
    case "returned":
      return "It goes back to the customer. Ask the courier why, and tell the customer what comes next.";
    default:
      return "The return was rejected or withdrawn, or the courier carries another one.";
  }
}

/** What staff do about a report that nothing follows from by itself. */
function lookWords(state: OrderBooking["reports"][number]["state"], approval: string): string {
  switch (state) {
    case "returned":
      return "Look at the goods, then record “Received back”: nothing goes back into stock by itself.";
    case "lost":
    case "damaged":
      return `If you accept this, record “Lost” at the parcel: it is written off, and what was paid is refunded${approval}.`;
    case "undelivered":
      return "Record “Not delivered” with the reason: the courier gave none that is known.";
    default:
      return "The parcel here is not the one that the courier carries, or its order was cancelled.";
  }
}
