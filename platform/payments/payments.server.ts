import type { CashfreeMode } from "../config.server.ts";
import { cashfree } from "./cashfree.server.ts";
import { type LocalGateway, localKeys, localPayPath } from "./local-gateway.server.ts";

/**
 * The providers of online payments that are configured. Cash to the courier needs none (shop/payments/providers.ts).
 * What was begun or paid at a provider stays with it: ask `provider(key)` with the key that was written down then.
 */
export type Payments = {
  /** Takes new payments; undefined in live mode without keys. */
  online: OnlinePayments | undefined;
  /** All that are configured. */
  all: readonly OnlinePayments[];
  /** The provider with this key, undefined when it is not configured (any more). */
  provider(key: string): OnlinePayments | undefined;
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
  /** Its key, as ledgers and events name it: "cashfree". */
  provider: string;
  /** The local stand-in, the provider's sandbox, or real money. */
  mode: "local" | "sandbox" | "production";
  /** What the provider's script in the browser is told of the shop; no secret. */
  publicKey: string;
  /**
   * The gateway's order for an order of ours. The same `requestKey` again gives the first result, a failure too:
   * keep the key after no answer, take a new one after a failure. `orderId`: 3-40 letters, digits, _ -; the same with
   * another amount is `rejected`. `customer.id`: its letters and digits name the customer there.
   * `{order_id}` in `returnUrl` is replaced by the gateway.
   */
  createOrder(order: NewGatewayOrder): Promise<GatewayResult<GatewayOrder>>;
  /** The order as the gateway sees it now. */
  getOrder(orderId: string): Promise<GatewayResult<GatewayOrder>>;
  /** Every attempt to pay it, in no promised order. Only `succeeded` is final. */
  paymentsOf(orderId: string): Promise<GatewayResult<GatewayPayment[]>>;
  /** Gives money back. `refundId`: 3-40 letters, digits, _ -; `note`: 3-100 characters. Keys as for `createOrder`. */
  refund(refund: NewGatewayRefund): Promise<GatewayResult<GatewayRefund>>;
  refundOf(orderId: string, refundId: string): Promise<GatewayResult<GatewayRefund>>;
  /** No further attempt may begin. `terminating`: an attempt is still under way and may yet succeed. */
  terminate(orderId: string): Promise<GatewayResult<GatewayOrder>>;
  /**
   * Reads a notice that was posted to us. In: the headers and the body's bytes exactly as they came.
   * Refuses what carries no signature, a wrong one, or cannot be read. Says nothing about old or repeated ones.
   */
  readNotice(headers: Headers, rawBody: Uint8Array): WebhookResult;
  /** Where the customer pays, as a path of the shop; null when the gateway's own script has to open its page. */
  payPath(sessionId: string): string | null;
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
  /** Its own number there. */
  providerOrderId: string;
  /** Opens the provider's payment page for this order. */
  sessionId: string;
  /** `terminating`: no further attempt may begin, and one that is under way may yet succeed. */
  status: "open" | "paid" | "expired" | "terminated" | "terminating";
  amount: number;
  currency: string;
};

export type GatewayPayment = {
  /** The provider's number for it, as text. */
  id: string;
  /** `abandoned`: the customer left; `flagged`: the provider looks at it. Only `succeeded` is final. */
  status:
    | "succeeded"
    | "failed"
    | "pending"
    | "not-attempted"
    | "abandoned"
    | "cancelled"
    | "void"
    | "flagged";
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
  status: "succeeded" | "pending" | "cancelled" | "on-hold" | "failed";
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
  return paymentsThrough([online]);
}

/** The same client, asked within the process. In: the gateway, and the line to it when that is to be cut in a test. */
export function throughLocalGateway(gateway: LocalGateway, line = gateway.handle): Payments {
  const online = cashfree({ ...localKeys, mode: "local", fetch: line, payPath: localPayPath });
  return paymentsThrough([online], gateway);
}

/** Nobody to ask for money online: live mode without keys. */
export function cashOnDelivery(): Payments {
  return paymentsThrough([]);
}

/** The registry. In: the configured providers, of which the first takes new payments. */
export function paymentsThrough(providers: OnlinePayments[], localGateway?: LocalGateway): Payments {
  const byKey = new Map(providers.map((provider) => [provider.provider, provider]));
  return { online: providers[0], all: providers, provider: (key) => byKey.get(key), localGateway };
}
