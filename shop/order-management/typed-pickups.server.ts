import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import type { Paise } from "../money.ts";
import { readMailContext } from "../orders/order-notifications.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { cancelPickup, writePickup, writePickupCost } from "../returns/pick-up.server.ts";
import { pickupCostsOf, returnOf } from "../returns/read-returns.server.ts";
import { placeOfReturn } from "../returns/returns.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { AwbRefused } from "./awbs.server.ts";
import { openBookingOf } from "./booked-parcels.server.ts";
import { waitsForCourier } from "./consignments.server.ts";
import { checkedCarrier, type TypedCarrier } from "./parcel-acts.server.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "site">;

export type PickupRefusal =
  | "not-found"
  | "not-fitting"
  | "booked-already"
  | "pickup-half"
  | "link-bad"
  | "awb-used";

/**
 * Writes who fetches an approved return that staff have booked elsewhere, and tells its customer; without courier and
 * number nobody does any more, which the customer is told too. Refused: 'pickup-half' with only one of the two, or with
 * neither where nobody was to fetch it, 'booked-already' through a courier's API, 'not-fitting' for a return that is not
 * approved or was fetched, 'link-bad', 'awb-used', 'not-found'.
 */
export async function enterPickup(
  ports: Ports,
  actor: Actor,
  orderId: string,
  { returnId, ...typed }: TypedCarrier & { returnId: string },
): Promise<Done | AwbRefused<PickupRefusal>> {
  const [mailContext, settings] = await Promise.all([readMailContext(ports), shopSettings(ports)]);
  return withLockedOrder<undefined, PickupRefusal, AwbRefused<PickupRefusal>>(
    ports.db,
    orderId,
    async (tx, order) => {
      const request = await returnOf({ db: tx }, returnId);
      if (request?.orderId !== orderId) return refused("not-found");
      if (!waitsForCourier({ direction: "reverse", order, request })) return refused("not-fitting");
      if (await openBookingOf(tx, "reverse", returnId)) return refused("booked-already");
      const { pickupCourier, pickupNumber, pickupLink } = request;
      const now = { courier: pickupCourier, trackingNumber: pickupNumber, trackingLink: pickupLink };
      const carrier = await checkedCarrier(tx, typed, settings.couriers, { of: "pickup", id: returnId }, now);
      if (!carrier.ok) return carrier;
      const { courier, trackingNumber, trackingLink: link } = carrier.value;
      if (courier && trackingNumber)
        await writePickup(
          ports,
          tx,
          mailContext,
          { order, request, actor },
          { courier, number: trackingNumber, link },
        );
      else if (courier || trackingNumber || !pickupNumber) return refused("pickup-half");
      else await cancelPickup(ports, tx, mailContext, { order, request, place: placeOfReturn(settings) });
      await recordOrderAction(tx, actor, "return.pickup", order, { before: now, after: carrier.value });
      return done();
    },
  );
}

/** Enters what the way back of a return cost, in paise, or null for not known. Refused: 'not-found'. */
export async function enterPickupCost(
  { db }: Pick<Ports, "db">,
  actor: Actor,
  orderId: string,
  { returnId, cost }: { returnId: string; cost: Paise | null },
): Promise<Done | Refused<"not-found">> {
  return withLockedOrder<undefined, "not-found">(db, orderId, async (tx, order) => {
    const request = await returnOf({ db: tx }, returnId);
    if (request?.orderId !== orderId) return refused("not-found");
    const before = { cost: (await pickupCostsOf({ db: tx }, orderId)).get(returnId) ?? null };
    await writePickupCost(tx, request, cost);
    await recordOrderAction(tx, actor, "return.cost", order, { before, after: { cost } });
    return done();
  });
}
