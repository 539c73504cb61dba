/**
 * The configured providers of online payments. Cash on delivery needs none (shop/payments/providers.ts). A payment
 * stays with its provider: call `provider(key)` with the stored key.
 */
export type Payments = {
  /** The provider of new payments; undefined in live mode without keys. */
  online: OnlinePayments | undefined;
  /** All configured providers. */
  all: readonly OnlinePayments[];
  /** The provider with this key, undefined when it is not configured. */
  provider(key: string): OnlinePayments | undefined;
};

/**
 * The result of a gateway call. `unknown`: no such order or refund (404). `rejected`: a final refusal (4xx).
 * `unreachable`: no answer in time, a server error or an unreadable answer: it may have happened. Ask later
 * (`getOrder`, `refundOf`), or send it again: ids are unique at the gateway, so what was created is found, whichever
 * `requestKey` it had. `detail` is for the log and for staff; without secrets and personal data.
 */
export type GatewayResult<T> =
  | { ok: true; value: T }
  | { ok: false; refused: "unknown" | "rejected" | "unreachable"; detail: string };

/** Amounts are paise everywhere in this port; rupees stay inside the adapters. Times are instants. */
export type OnlinePayments = {
  /** Its key in ledgers and events: "cashfree". */
  provider: string;
  /** The local stand-in, the provider's sandbox, or real money. */
  mode: "local" | "sandbox" | "production";
  /** The public key for the provider's script in the browser. */
  publicKey: string;
  /** What its payment page needs of the Content-Security-Policy besides our own sources, by directive. */
  browserSources: Readonly<Record<string, readonly string[]>>;
  /**
   * Creates the gateway's order. The same `requestKey` returns the first result, also a failure: keep the key after
   * no answer, use a new one after a failure. `orderId`: 3-40 letters, digits, _ -; the same with another amount is
   * `rejected`. `customer.id`: letters and digits. The gateway replaces `{order_id}` in `returnUrl`.
   */
  createOrder(order: NewGatewayOrder): Promise<GatewayResult<GatewayOrder>>;
  /** The gateway's current view of the order. */
  getOrder(orderId: string): Promise<GatewayResult<GatewayOrder>>;
  /** All payment attempts, in any order. Only `succeeded` is final. */
  paymentsOf(orderId: string): Promise<GatewayResult<GatewayPayment[]>>;
  /** Creates a refund. `refundId`: 3-40 letters, digits, _ -; `note`: 3-100 characters. Keys as for `createOrder`. */
  refund(refund: NewGatewayRefund): Promise<GatewayResult<GatewayRefund>>;
  refundOf(orderId: string, refundId: string): Promise<GatewayResult<GatewayRefund>>;
  /** Allows no further attempt. `terminating`: a pending attempt may still succeed. */
  terminate(orderId: string): Promise<GatewayResult<GatewayOrder>>;
  /**
   * Parses a webhook. In: the headers and the exact body bytes. Refuses missing or wrong signatures and unreadable
   * bodies. Does not check for old or repeated ones.
   */
  readWebhook(headers: Headers, rawBody: Uint8Array): WebhookResult;
  /** The address of the payment page, here or at the provider; null when the provider's script opens it. */
  payPath(sessionId: string): string | null;
};

export type NewGatewayOrder = {
  orderId: string;
  amount: number;
  /** `phone`: +91 and ten digits, or ten digits. `email`: "" for an account without one. */
  customer: { id: string; name: string; email: string; phone: string };
  returnUrl: string;
  notifyUrl: string | undefined;
  expiresAt: Date;
  requestKey: string;
};

export type GatewayOrder = {
  orderId: string;
  /** The provider's own number. */
  providerOrderId: string;
  /** Opens the provider's payment page for this order. */
  sessionId: string;
  /** `terminating`: no further attempt may start, and a pending one may still succeed. */
  status: "open" | "paid" | "expired" | "terminated" | "terminating";
  amount: number;
  currency: string;
};

export type GatewayPayment = {
  /** The provider's number, as text. */
  id: string;
  /** `abandoned`: the customer left; `flagged`: under review by the provider. Only `succeeded` is final. */
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

type NewGatewayRefund = {
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

/** `event` is the gateway's name of the event. A refund's webhook has no order amount. */
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
  | { ok: true; webhook: WebhookEvent }
  | { ok: false; refused: "unsigned" | "forged" | "unreadable" };

/** The registry. In: the configured providers, of which the first takes new payments. */
export function paymentsThrough(providers: OnlinePayments[]): Payments {
  const byKey = new Map(providers.map((provider) => [provider.provider, provider]));
  return { online: providers[0], all: providers, provider: (key) => byKey.get(key) };
}
