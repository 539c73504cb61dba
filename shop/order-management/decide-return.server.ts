import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { type Done, done, refused } from "../refused.ts";
import { approveReturn, rejectReturn } from "../returns/decide-return.server.ts";
import { returnOf } from "../returns/read-returns.server.ts";
import { receiveReturn, sendExchange } from "../returns/receive-return.server.ts";
import { type Condition, isExpectedBack, type ReturnRequest, type ReturnState } from "../returns/returns.ts";
import { shopSettings } from "../settings/settings.server.ts";
import type { AwbRefused } from "./awbs.server.ts";
import { checkedCarrier, type TypedCarrier } from "./parcel-acts.server.ts";
import { recordOrderAction, withLockedOrder } from "./staff-action.server.ts";

type Ports = Pick<Services, "db" | "mail" | "jobs" | "clock" | "site" | "payments" | "log">;

/** A staff decision on a return request. */
export type Decision =
  | { do: "approve"; answer: string }
  | { do: "reject"; reason: string }
  | { do: "receive"; conditions: Record<string, Condition> }
  | { do: "send"; parcel: TypedCarrier };

type DecisionRefusal =
  | "not-found"
  | "decided"
  | "not-delivered"
  | "reason-needed"
  | "not-approved"
  | "condition-needed"
  | "not-received"
  | "no-exchange"
  | "with-courier"
  | "link-bad"
  | "awb-used";

type DecisionRefused = AwbRefused<DecisionRefusal>;

/**
 * Carries out a staff decision on a return or an exchange and audits it. In: the order it must belong to. Idempotent.
 * Refused: as the functions of shop/returns, 'link-bad', 'awb-used' (`awbUsed`), and 'with-courier' to reject what a
 * booked courier has fetched, while it can be received. A pick-up of what was not fetched is cancelled by a job
 * (`cancelUnwanted`).
 */
export async function decideReturn(
  ports: Ports,
  actor: Actor,
  orderId: string,
  returnId: string,
  decision: Decision,
): Promise<Done<ReturnRequest> | DecisionRefused> {
  return withLockedOrder<ReturnRequest, DecisionRefusal, DecisionRefused>(
    ports.db,
    orderId,
    async (tx, order) => {
      const before = await returnOf({ db: tx }, returnId);
      if (before?.orderId !== orderId) return refused("not-found");
      if (decision.do === "reject" && isExpectedBack(order, before) && isWithCourier(before))
        return refused("with-courier");
      const decided = await carryOut(ports, tx, returnId, actor, decision);
      if (!decided.ok) return decided;
      if (decided.value.state !== before.state) {
        await recordOrderAction(tx, actor, `return.${decision.do}`, order, {
          before: stateOf(before),
          after: stateOf(decided.value),
        });
      }
      return done(decided.value);
    },
  );
}

const isWithCourier = ({ sentAt, pickupNumber }: ReturnRequest): boolean =>
  sentAt !== null && pickupNumber !== null;

function stateOf({ id, state, answer }: ReturnRequest): {
  return: string;
  state: ReturnState;
  answer: string | null;
} {
  return { return: id, state, answer };
}

async function carryOut(
  ports: Ports,
  tx: Db,
  returnId: string,
  actor: Actor,
  decision: Decision,
): Promise<Done<ReturnRequest> | DecisionRefused> {
  const within = { ...ports, db: tx };
  switch (decision.do) {
    case "approve":
      return approveReturn(within, returnId, { actor, answer: decision.answer });
    case "reject":
      return rejectReturn(within, returnId, { actor, reason: decision.reason });
    case "receive":
      return receiveReturn(within, returnId, { actor, conditions: decision.conditions });
    case "send": {
      const { couriers } = await shopSettings(within);
      const carrier = await checkedCarrier(tx, decision.parcel, couriers, { of: "exchange", id: returnId });
      return carrier.ok ? sendExchange(within, returnId, { actor, parcel: carrier.value }) : carrier;
    }
  }
}
