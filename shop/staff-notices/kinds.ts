import type { Permission } from "../access/permissions.ts";

/** 'bell': in the back office. */
export const staffChannels = ["bell", "email", "push"] as const;
export type StaffChannel = (typeof staffChannels)[number];

export const staffNoticeKinds = [
  "order",
  "payment-failed",
  "return",
  "refund",
  "message",
  "low-stock",
  "unknown-rate",
] as const;
export type StaffNoticeKind = (typeof staffNoticeKinds)[number];

/** A kind of notice: who may get it, how by default, and the screen that it leads to. */
export const staffNotices: Record<
  StaffNoticeKind,
  {
    label: string;
    /** "1 new order", "3 new orders". */
    title: readonly [one: string, more: string];
    permission: Permission;
    byDefault: readonly StaffChannel[];
    link: string;
  }
> = {
  order: {
    label: "New orders",
    title: ["new order", "new orders"],
    permission: "orders.view",
    byDefault: ["bell", "email", "push"],
    link: "/admin/orders",
  },
  "payment-failed": {
    label: "Failed payments",
    title: ["failed payment", "failed payments"],
    permission: "orders.view",
    byDefault: ["bell"],
    link: "/admin/orders?payment=failed",
  },
  return: {
    label: "Returns asked for",
    title: ["return to review", "returns to review"],
    permission: "orders.edit",
    byDefault: ["bell", "email", "push"],
    link: "/admin/returns?state=requested",
  },
  refund: {
    label: "Refunds that wait or failed",
    title: ["refund to look at", "refunds to look at"],
    permission: "orders.refund",
    byDefault: ["bell", "email", "push"],
    link: "/admin/orders?payment=refund_pending",
  },
  message: {
    label: "Messages",
    title: ["new message", "new messages"],
    permission: "messages.answer",
    byDefault: ["bell", "email"],
    link: "/admin/messages",
  },
  "low-stock": {
    label: "Low stock",
    title: ["item is running low", "items are running low"],
    permission: "stock.adjust",
    byDefault: ["bell"],
    link: "/admin/inventory?show=low",
  },
  "unknown-rate": {
    label: "Orders without a tax rate",
    title: ["shipped order without a tax rate", "shipped orders without a tax rate"],
    permission: "tax.view",
    byDefault: ["bell", "email"],
    link: "/admin/orders?invoice=waiting",
  },
};
