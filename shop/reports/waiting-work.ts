import type { Permission } from "../access/permissions.ts";

/** Everything that waits for somebody, in the order in which it is shown. */
export const waitingKinds = [
  "confirm-cod",
  "customer-confirms",
  "email-returned",
  "confirm",
  "ship",
  "courier",
  "return",
  "approve-refund",
  "refund-waits",
  "refund-failed",
  "payment-failed",
  "rest-due",
  "message",
  "invoice",
  "untaxed",
  "low-stock",
  "webhook",
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** Counting stops here, as in the lists, so that a million orders cost what a thousand do. */
export const maxWaiting = 1_000;

/**
 * What of a kind waits. `count` stops at `maxWaiting`; `oldest` is since when the oldest waits, null where nothing says
 * so.
 */
export type Waiting = { kind: WaitingKind; count: number; oldest: Date | null };

/** A kind: its name for one and for many, who may see it, and the list that shows exactly what was counted. */
export const waitingWords: Record<
  WaitingKind,
  { words: readonly [one: string, more: string]; permission: Permission; link: string }
> = {
  "confirm-cod": {
    words: ["cash-on-delivery order to confirm", "cash-on-delivery orders to confirm"],
    permission: "orders.view",
    link: "/admin/orders?work=confirm-cod",
  },
  "customer-confirms": {
    words: [
      "cash-on-delivery order that its customer has not confirmed",
      "cash-on-delivery orders that their customers have not confirmed",
    ],
    permission: "orders.view",
    link: "/admin/orders?work=customer-confirms",
  },
  "email-returned": {
    words: [
      "order that waits for a customer whom no email reaches",
      "orders that wait for customers whom no email reaches",
    ],
    permission: "orders.view",
    link: "/admin/orders?work=email-returned",
  },
  confirm: {
    words: ["other order to confirm", "other orders to confirm"],
    permission: "orders.view",
    link: "/admin/orders?work=confirm",
  },
  ship: {
    words: ["confirmed order to send", "confirmed orders to send"],
    permission: "orders.view",
    link: "/admin/orders?work=ship",
  },
  courier: {
    words: ["order whose courier needs an answer", "orders whose couriers need an answer"],
    permission: "orders.view",
    link: "/admin/orders?work=courier",
  },
  return: {
    words: ["return to review", "returns to review"],
    permission: "orders.view",
    link: "/admin/returns?state=requested",
  },
  "approve-refund": {
    words: ["order with a refund to approve", "orders with a refund to approve"],
    permission: "orders.view",
    link: "/admin/orders?work=approve-refund",
  },
  "refund-waits": {
    words: ["order with a refund that waits", "orders with a refund that waits"],
    permission: "orders.view",
    link: "/admin/orders?work=refund-waits",
  },
  "refund-failed": {
    words: ["order with a failed refund", "orders with a failed refund"],
    permission: "orders.view",
    link: "/admin/orders?work=refund-failed",
  },
  "payment-failed": {
    words: ["order with a failed payment", "orders with a failed payment"],
    permission: "orders.view",
    link: "/admin/orders?work=payment-failed",
  },
  "rest-due": {
    words: ["order of which a part is still to be paid", "orders of which a part is still to be paid"],
    permission: "orders.view",
    link: "/admin/orders?work=rest-due",
  },
  message: {
    words: ["customer waits for an answer", "customers wait for an answer"],
    permission: "messages.answer",
    link: "/admin/messages?show=waiting",
  },
  invoice: {
    words: ["shipped order without a tax invoice", "shipped orders without a tax invoice"],
    permission: "orders.view",
    link: "/admin/orders?invoice=waiting",
  },
  untaxed: {
    words: ["product on sale without a GST rate", "products on sale without a GST rate"],
    permission: "catalogue.view",
    link: "/admin/products?tax=none",
  },
  "low-stock": {
    words: ["item is running low", "items are running low"],
    permission: "catalogue.view",
    link: "/admin/inventory?show=low",
  },
  webhook: {
    words: ["payment notification to check", "payment notifications to check"],
    permission: "health.view",
    link: "/admin/health",
  },
};

/** What the menu counts, by the address of its screen. */
export const menuWork: Record<string, readonly WaitingKind[]> = {
  "/admin/orders": ["confirm-cod", "confirm", "ship"],
  "/admin/returns": ["return"],
  "/admin/messages": ["message"],
};
