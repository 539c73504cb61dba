import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../platform/clock.ts";
import type { Db } from "../platform/database/database.server.ts";
import { startPolling } from "../platform/jobs/polling.server.ts";
import type { Log } from "../platform/log.server.ts";
import { cashfree } from "../platform/payments/cashfree.server.ts";
import { type Payments, paymentsThrough } from "../platform/payments/payments.server.ts";
import { answerApi } from "./gateway/api.server.ts";
import {
  type AttemptResult,
  decidePayment,
  type OrderKey,
  returnTo,
  runScenario,
} from "./gateway/attempts.server.ts";
import { type GatewayOrderStatus, gatewayOrderStatus } from "./gateway/entities.ts";
import { findOrder } from "./gateway/orders.server.ts";
import { decideRefund } from "./gateway/refunds.server.ts";
import { isPaymentScenario, paymentScenarios } from "./gateway/scenarios.ts";
import {
  deliverDueWebhooks,
  dropPendingWebhooks,
  type PostWebhook,
  takeDueWebhooks,
} from "./gateway/webhooks.server.ts";

/** The shop's keys at the local gateway. Not secret: demo payments involve no money. */
export const localKeys = { appId: "campus-style-demo", secretKey: "campus-style-demo-gateway" };

/** The path of the local gateway's payment page. */
const localPayPath = (paymentSessionId: string) => `/dev/gateway/pay/${paymentSessionId}`;

/** What the payment page shows. Amounts in paise. */
export type PayPage = {
  orderId: string;
  amount: number;
  status: GatewayOrderStatus;
  attempts: { id: string; status: string; amount: number; message: string; at: Date }[];
  choices: { choice: string; label: string; description: string }[];
  returnTo: string | null;
};

/** What customers and their bank do on the payment page. */
type PayPages = {
  /** The payment page of a session; null for an unknown one. */
  payPage(paymentSessionId: string): Promise<PayPage | null>;
  /** Runs a scenario that the customer chose. In: the order or its session, and a name of scenarios.ts. */
  choose(by: OrderKey, choice: string): Promise<AttemptResult>;
  /** Decides a pending attempt in the bank's place: the one with this id, or the oldest. */
  decide(by: OrderKey & { paymentId?: string }, yes: boolean): Promise<AttemptResult>;
};

/**
 * Stands in for Cashfree in demo mode and tests: the same API and webhooks, and its own payment page. Its state is in
 * the database, so that several servers share it and it survives a kill.
 */
export type LocalGateway = PayPages & {
  /** Answers the API; passed to the client in place of `fetch`. */
  handle(request: Request): Promise<Response>;
  /** Decides a pending refund; false when there is none. */
  decideRefund(
    by: { orderId: string; refundId: string },
    status: "SUCCESS" | "CANCELLED" | "FAILED",
  ): Promise<boolean>;
  /** Sends due webhooks to the shop. Out: how many arrived. */
  deliverDue(): Promise<number>;
  /** Returns due webhooks as signed requests, to deliver by hand in any order. */
  takeWebhooks(): Promise<Request[]>;
  /** Drops all undelivered webhooks. Out: how many. */
  loseWebhooks(): Promise<number>;
  /** Sends webhooks every second until stopped, also those of an earlier process. */
  startDelivering(): { stop(): Promise<void> };
};

/** The payment pages of the shop with this database, in any of its processes. */
export function payPages(ports: { db: Db; clock: Clock }): PayPages {
  const { db, clock } = ports;
  return {
    async payPage(paymentSessionId) {
      const known = await findOrder(db, { paymentSessionId });
      if (!known) return null;
      const { order, attempts } = known;
      return {
        orderId: order.orderId,
        amount: order.amount,
        status: gatewayOrderStatus(order, attempts, clock.now()),
        attempts: attempts.map(({ cfPaymentId, ...one }) => ({ ...one, id: String(cfPaymentId) })),
        choices: Object.entries(paymentScenarios).map(([choice, { label, description }]) => ({
          choice,
          label,
          description,
        })),
        returnTo: returnTo(order),
      };
    },
    async choose(by, choice) {
      return isPaymentScenario(choice) ? runScenario(ports, by, choice) : { ok: false, refused: "unknown" };
    },
    decide: (by, yes) => decidePayment(ports, by, yes),
  };
}

/**
 * In: `standardUrl`, where webhooks go for orders without a notify URL; `post`, which delivers them; `silence`, how
 * many milliseconds an unanswered request waits.
 */
export function localGateway(options: {
  db: Db;
  clock: Clock;
  log: Log;
  standardUrl: string;
  post: PostWebhook;
  silence: number;
}): LocalGateway {
  const { db, clock, log, standardUrl, post } = options;
  const ports = { db, clock };
  const secret = localKeys.secretKey;
  const deliver = () => deliverDueWebhooks(ports, { secret, standardUrl, post });
  return {
    async handle(request) {
      const { signal } = request;
      const { status, body, faultScenario } = await answerApi(
        { ...ports, appId: localKeys.appId, secret },
        request,
      );
      if (faultScenario === "silent") {
        await pause(options.silence, undefined, { signal });
        throw new TypeError("The line was cut.");
      }
      return new Response(body, { status, headers: { "Content-Type": "application/json" } });
    },
    ...payPages(ports),
    decideRefund: (by, status) => decideRefund(ports, by, status),
    deliverDue: deliver,
    takeWebhooks: () => takeDueWebhooks(ports, { secret, standardUrl }),
    loseWebhooks: () => dropPendingWebhooks(db),
    startDelivering: () =>
      startPolling(
        async () => {
          await deliver();
          return false;
        },
        { log, what: "sending the local gateway's webhooks" },
      ),
  };
}

/** Posts a webhook over the network like Cashfree: no redirects, 10 s at most. */
export const postByFetch: PostWebhook = (request) =>
  fetch(request, { redirect: "manual", signal: AbortSignal.timeout(10_000) });

/** Cashfree's client over this gateway. In: the gateway, and a `fetch` that tests can interrupt. */
export function throughLocalGateway(gateway: LocalGateway, line = gateway.handle): Payments {
  return paymentsThrough([cashfree({ ...localKeys, mode: "local", fetch: line, payPath: localPayPath })]);
}
