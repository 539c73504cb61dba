import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Customer } from "../access/actor.ts";
import { postStock } from "../catalogue/stock.server.ts";
import type { Order } from "../orders/orders.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { recordReturnEvent, rereadReturn, withLockedReturn } from "./decide-return.server.ts";
import type { ReturnRequest } from "./returns.ts";

type Ports = Pick<Services, "db">;
type Outcome = Done<ReturnRequest> | Refused<"not-found" | "decided">;

/**
 * Withdraws the customer's own request; a committed exchange unit is restocked, and the units can be requested again.
 * Idempotent. Refused: 'not-found' (also somebody else's), 'decided' once staff have approved, rejected or received it.
 */
export function withdrawReturn(ports: Ports, customer: Customer, returnId: string): Promise<Outcome> {
  return withOwnReturn(ports.db, customer, returnId, async (tx, order, request) => {
    if (request.state === "withdrawn") return done(request);
    if (request.state !== "requested") return refused("decided");
    await tx.execute(sql`
      update return_request set state = 'withdrawn', decided_at = now() where id = ${request.id}`);
    await postStock(tx, request.id, new Map(), { actor: customer, code: "exchange-withdrawn" });
    const remark = { code: "return-decided" as const };
    await recordReturnEvent(tx, order, request, { actor: customer, to: "withdrawn", remark });
    return done(await rereadReturn(tx, request));
  });
}

/**
 * The customer says that an approved return is on its way. Idempotent. Refused: 'not-found' (also somebody else's),
 * 'decided' for one that is not approved, has arrived, or is fetched by a courier.
 */
export function reportReturnSent(ports: Ports, customer: Customer, returnId: string): Promise<Outcome> {
  return withOwnReturn(ports.db, customer, returnId, async (tx, order, request) => {
    if (request.state !== "approved") return refused("decided");
    if (request.sentAt) return done(request);
    if (request.pickupNumber) return refused("decided");
    await tx.execute(sql`update return_request set sent_at = now() where id = ${request.id}`);
    const remark = { code: "return-sent" as const };
    await recordReturnEvent(tx, order, request, { actor: customer, to: "approved", remark });
    return done(await rereadReturn(tx, request));
  });
}

function withOwnReturn(
  db: Db,
  customer: Customer,
  returnId: string,
  step: (tx: Db, order: Order, request: ReturnRequest) => Promise<Outcome>,
): Promise<Outcome> {
  return withLockedReturn<Outcome>(db, returnId, async (tx, order, request) =>
    order.userId === customer.id ? step(tx, order, request) : refused("not-found"),
  );
}
