import { monthAndDay } from "../../../shop/dates.ts";
import { completedSteps, type OrderStatus, trackingSteps } from "../../../shop/orders/orders.ts";

/**
 * The four steps of an order (specification, section 4). In: its status, when each step was reached (null when
 * skipped or pending), and the expected delivery.
 */
export function Steps({
  status,
  times,
  estimated,
}: {
  status: OrderStatus;
  times: (Date | null)[];
  estimated: Date | null;
}) {
  const done = completedSteps(status);
  return (
    <ol className="steps" aria-label="Progress">
      {trackingSteps.map((step, place) => {
        const at = times[place];
        const complete = place < done;
        return (
          <li
            key={step}
            className={complete ? "done" : undefined}
            aria-current={place === done - 1 ? "step" : undefined}
          >
            <span className="mark" aria-hidden="true">
              <i />
            </span>
            {step}
            {complete && <span className="sr-only"> (done)</span>}
            {complete && at && (
              <small className="block text-micro font-normal muted">{monthAndDay(at)}</small>
            )}
            {!complete && step === "Delivered" && estimated && (
              <small className="block text-micro font-normal muted">by {monthAndDay(estimated)}</small>
            )}
          </li>
        );
      })}
    </ol>
  );
}
