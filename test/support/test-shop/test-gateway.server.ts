import { type LocalGateway, localGateway, throughLocalGateway } from "../../../demo/gateway.server.ts";
import type { Clock } from "../../../platform/clock.ts";
import type { Db } from "../../../platform/database/database.server.ts";
import type { Log } from "../../../platform/log.server.ts";
import type { Payments } from "../../../platform/payments/payments.server.ts";

export type TestGateway = {
  /** Its API, for a client with other keys or another mode. */
  handle: LocalGateway["handle"];
  /** The customer pays, is declined, or gives up. */
  pay(orderId: string): Promise<void>;
  decline(orderId: string): Promise<void>;
  drop(orderId: string): Promise<void>;
  /** Anything else that the payment page offers: "webhook-lost", "pay-less" ... (demo/gateway/scenarios.ts). */
  choose(orderId: string, choice: string): Promise<void>;
  /** The bank's late word on a pending attempt, or on a pending refund. */
  decide(orderId: string, yes: boolean): Promise<void>;
  decideRefund(orderId: string, refundId: string, status: "SUCCESS" | "CANCELLED" | "FAILED"): Promise<void>;
  /**
   * Takes the webhooks that are due by the clock, oldest first: signed requests for the shop's handler. Clone one to
   * deliver it twice. Those taken do not come again.
   */
  webhooks(): Promise<Request[]>;
  /** Loses every webhook on its way, also those that are not due yet. Gives how many. */
  loseWebhooks(): Promise<number>;
  /** Cuts the connection from the shop to the gateway (every call is then `unreachable`), or restores it. */
  cutLine(cut?: boolean): void;
};

/** Where webhooks go in a test when the order named no address. */
const testWebhookUrl = "http://shop.test/functions/payment-webhook";

/** The local gateway for a test: it posts no webhook by itself, and its simulated timeouts take no time. */
export function testGateway(ports: { db: Db; clock: Clock; log: Log }): {
  payments: Payments;
  gateway: TestGateway;
} {
  const local = localGateway({
    ...ports,
    standardUrl: testWebhookUrl,
    post: () => Promise.reject(new Error("A test brings its webhooks itself.")),
    silence: 0,
  });
  let isCut = false;
  const choose = async (orderId: string, choice: string) => {
    const outcome = await local.choose({ orderId }, choice);
    if (!outcome.ok) throw new Error(`The gateway says '${outcome.refused}' to '${choice}'.`);
  };
  const handle: LocalGateway["handle"] = (request) =>
    isCut ? Promise.reject(new TypeError("The line is cut.")) : local.handle(request);
  return {
    payments: throughLocalGateway(local, handle),
    gateway: {
      handle,
      pay: (orderId) => choose(orderId, "pay"),
      decline: (orderId) => choose(orderId, "decline"),
      drop: (orderId) => choose(orderId, "drop"),
      choose,
      async decide(orderId, yes) {
        const outcome = await local.decide({ orderId }, yes);
        if (!outcome.ok) throw new Error(`The order ${orderId} has no pending attempt.`);
      },
      async decideRefund(orderId, refundId, status) {
        const decided = await local.decideRefund({ orderId, refundId }, status);
        if (!decided) throw new Error(`The refund ${refundId} is not pending.`);
      },
      webhooks: local.takeWebhooks,
      loseWebhooks: local.loseWebhooks,
      cutLine: (cut = true) => {
        isCut = cut;
      },
    },
  };
}
