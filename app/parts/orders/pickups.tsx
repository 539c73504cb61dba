import { shortDate } from "../../../shop/dates.ts";
import { pickupFailureText, pickupText, type ReturnRequest } from "../../../shop/returns/returns.ts";
import { Notice } from "../../ui/notice.tsx";

/** What a notice says of a return, and how. */
export type StateLabels = { tone: "ok" | "warn" | "wrong"; title: string; text?: string | undefined };

type BookedPickup = Pick<ReturnRequest, "pickupCourier" | "pickupNumber" | "pickupFailure">;

/** What a customer reads of a return that a courier is to fetch. */
export function pickupLabels(request: BookedPickup): StateLabels {
  const failed = pickupFailureText(request);
  return failed
    ? { tone: "warn", title: "It could not be picked up", text: failed }
    : {
        tone: "ok",
        title: "Approved: a courier picks it up",
        text: `${pickupText(request)} Please pack it with its tags.`,
      };
}

/** A return that a courier fetches, for whoever follows its order. `items`: what is in it. */
export type PickupView = BookedPickup &
  Pick<ReturnRequest, "id" | "pickupLink" | "sentAt"> & { items: string };

/** The returns of an order that a courier fetches or brings. */
export function Pickups({ pickups }: { pickups: PickupView[] }) {
  if (pickups.length === 0) return null;
  return (
    <section aria-labelledby="pickups" className="grid gap-3">
      <h2 id="pickups" className="h3 mt-8">
        Your return
      </h2>
      {pickups.map(({ items, ...pickup }) => (
        <div key={pickup.id} className="grid gap-2">
          <p className="wrap-anywhere">{items}</p>
          <Notice
            {...(pickup.sentAt
              ? { tone: "ok", title: `On its way to us since ${shortDate(pickup.sentAt)}` }
              : pickupLabels(pickup))}
          />
          <PickupLink request={pickup} />
        </div>
      ))}
    </section>
  );
}

/** Where the parcel that a courier fetches can be followed. */
export function PickupLink({ request: { pickupLink } }: { request: Pick<ReturnRequest, "pickupLink"> }) {
  if (!pickupLink) return null;
  return (
    <p>
      <a className="link" href={pickupLink} rel="noopener noreferrer" target="_blank">
        Track the pick-up
      </a>
    </p>
  );
}
