import type { CashfreeMode } from "../config.server.ts";
import { cashfree } from "./cashfree.server.ts";
import { type LocalGateway, localKeys, localPayPath } from "./local-gateway.server.ts";

/** The ways in which a customer can pay right now. */
export type Payments = {
  /** The courier takes the money: always there. */
  cashOnDelivery: true;
  /** Undefined in live mode without keys. */
  online: OnlinePayments | undefined;
  /** The stand-in behind `online` in demo mode and tests, for its payment page; undefined with Cashfree. */
  localGateway: LocalGateway | undefined;
};

/**
 * What came of asking the gateway. `unknown`: it knows no such order or refund (404). `rejected`: it understood and
 * said no (4xx); asking the same again gives the same. `unreachable`: no answer in time, a failure on its side or
 * words that cannot be read: nobody knows whether it happened. Ask later (`getOrder`, `refundOf`), or send it again:
 * ids are unique at the gateway, so what was made after all is found, whichever `requestKey` it was made with.
 * `detail` is for the log and for staff; it holds no secret and no personal data.
 */
export type GatewayResult<T> =
  | { ok: true; value: T }
  | { ok: false; refused: "unknown" | "rejected" | "unreachable"; detail: string };

/** Amounts are paise everywhere in this port; the wire's rupees stay inside. Times are instants. */
export type OnlinePayments = {
  provider: "cashfree";
  mode: "local" | CashfreeMode;
  appId: string;
  /**
   * The gateway's order for an order of ours. The same `requestKey` again gives the first result, a failure too:
   * keep the key after no answer, take a new one after a failure. `orderId`: 3-40 letters, digits, _ -; the same with
   * another amount is `rejected`. `customer.id`: its letters and digits name the customer there.
   * `{order_id}` in `returnUrl` is replaced by the gateway.
   */
  createOrder(order: NewGatewayOrder): Promise<GatewayResult<GatewayOrder>>;
  /** The order as the gateway sees it now. */
  getOrder(orderId: string): Promise<GatewayResult<GatewayOrder>>;
  /** Every attempt to pay it, in no promised order. Only SUCCESS is final. */
  paymentsOf(orderId: string): Promise<GatewayResult<GatewayPayment[]>>;
  /** Gives money back. `refundId`: 3-40 letters, digits, _ -; `note`: 3-100 characters. Keys as for `createOrder`. */
  refund(refund: NewGatewayRefund): Promise<GatewayResult<GatewayRefund>>;
  refundOf(orderId: string, refundId: string): Promise<GatewayResult<GatewayRefund>>;
  /** No further attempt may begin. TERMINATION_REQUESTED: an attempt is still under way and may yet succeed. */
  terminate(orderId: string): Promise<GatewayResult<GatewayOrder>>;
  /**
   * Reads a notice that was posted to us. In: the headers and the body's bytes exactly as they came.
   * Refuses what carries no signature, a wrong one, or cannot be read. Says nothing about old or repeated ones.
   */
  readNotice(headers: Headers, rawBody: Uint8Array): WebhookResult;
  /** Where the customer pays, as a path of the shop; null when the gateway's own script has to open its page. */
  payPath(paymentSessionId: string): string | null;
};

export type NewGatewayOrder = {
  orderId: string;
  amount: number;
  /** `phone`: +91 and ten digits, or ten digits. */
  customer: { id: string; name: string; email: string; phone: string };
  returnUrl: string;
  notifyUrl: string | undefined;
  expiresAt: Date;
  requestKey: string;
};

export type GatewayOrder = {
  orderId: string;
  cfOrderId: string;
  paymentSessionId: string;
  status: "ACTIVE" | "PAID" | "EXPIRED" | "TERMINATED" | "TERMINATION_REQUESTED";
  amount: number;
  currency: string;
};

export type GatewayPayment = {
  /** The gateway's cf_payment_id, as text. */
  id: string;
  status:
    | "SUCCESS"
    | "FAILED"
    | "PENDING"
    | "NOT_ATTEMPTED"
    | "USER_DROPPED"
    | "CANCELLED"
    | "VOID"
    | "FLAGGED";
  amount: number;
  currency: string;
  time: Date | null;
  /** "upi", "card" ... */
  method: string | null;
  message: string | null;
};

export type NewGatewayRefund = {
  orderId: string;
  refundId: string;
  amount: number;
  note: string;
  requestKey: string;
};

export type GatewayRefund = {
  refundId: string;
  status: "SUCCESS" | "PENDING" | "CANCELLED" | "ONHOLD" | "FAILED";
  amount: number;
};

/** `event` is the gateway's own name for it. A refund's notice carries no order amount. */
export type WebhookEvent =
  | {
      type: "payment";
      event: string;
      eventTime: Date;
      orderId: string;
      orderAmount: number;
      currency: string;
      payment: GatewayPayment;
    }
  | {
      type: "refund";
      event: string;
      eventTime: Date;
      orderId: string;
      currency: string;
      refund: GatewayRefund;
    }
  | { type: "other"; event: string; eventTime: Date };

export type WebhookResult =
  | { ok: true; notice: WebhookEvent }
  | { ok: false; refused: "unsigned" | "forged" | "unreadable" };

/** Real money, or the sandbox's. In: the keys of the configuration. */
export function throughCashfree(keys: { appId: string; secretKey: string; mode: CashfreeMode }): Payments {
  const online = cashfree({ ...keys, fetch: (request) => fetch(request) });
  return { cashOnDelivery: true, online, localGateway: undefined };
}

/** The same client, asked within the process. In: the gateway, and the line to it when that is to be cut in a test. */
export function throughLocalGateway(gateway: LocalGateway, line = gateway.handle): Payments {
  const online = cashfree({ ...localKeys, mode: "local", fetch: line, payPath: localPayPath });
  return { cashOnDelivery: true, online, localGateway: gateway };
}

/** Nobody to ask for money online: live mode without keys. */
export function cashOnDelivery(): Payments {
  return { cashOnDelivery: true, online: undefined, localGateway: undefined };
}
