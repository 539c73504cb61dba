import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { payoutDetailsOf } from "../payments/payout/payout-details.server.ts";
import type { PayoutDetails } from "../payments/payout/payout-form.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

/**
 * The full payout details of a cash refund. Audits who viewed them, without the details. Refused: 'not-found' when none
 * were entered, or they were deleted after the payout.
 */
export async function showPayoutDetails(
  { db }: Pick<Services, "db">,
  actor: Actor,
  orderId: string,
): Promise<Done<PayoutDetails> | Refused<"not-found">> {
  return withLockedOrder<PayoutDetails, "not-found">(db, orderId, async (tx, order) => {
    const details = await payoutDetailsOf({ db: tx }, order.id);
    if (!details) return refused("not-found");
    await recordOrderAction(tx, actor, "order.show-payout", order, {});
    return done(details);
  });
}
