import type { Permission } from "../access/permissions.ts";
import { type WaitingKind, waitingWords } from "../reports/waiting-work.ts";

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

type ToldWork = Extract<
  WaitingKind,
  | "payment-failed"
  | "return"
  | "approve-refund"
  | "refund-waits"
  | "refund-failed"
  | "message"
  | "low-stock"
  | "invoice"
>;
/** What is told: work as the dashboard counts it, and news for which nobody has to do anything. */
export type Told = ToldWork | "new-order" | "sold-out";

const news: Record<Exclude<Told, ToldWork>, { words: readonly [one: string, more: string]; link: string }> = {
  "new-order": { words: ["new order", "new orders"], link: "/admin/orders" },
  "sold-out": { words: ["item is sold out", "items are sold out"], link: "/admin/inventory?show=out" },
};

/** What a notice says, "1 new order", "3 new orders", and the list that it leads to: for work, the dashboard's. */
export function noticeWords(told: Told): { words: readonly [one: string, more: string]; link: string } {
  return told === "new-order" || told === "sold-out" ? news[told] : waitingWords[told];
}

/** A kind of notice, as it is chosen: what it tells of, who may get it, and how by default. */
export const staffNotices: Record<
  StaffNoticeKind,
  {
    label: string;
    tells: readonly Told[];
    permission: Permission;
    byDefault: readonly StaffChannel[];
  }
> = {
  order: {
    label: "New orders",
    tells: ["new-order"],
    permission: "orders.view",
    byDefault: ["bell", "email", "push"],
  },
  "payment-failed": {
    label: "Failed payments",
    tells: ["payment-failed"],
    permission: "orders.view",
    byDefault: ["bell"],
  },
  return: {
    label: "Returns asked for",
    tells: ["return"],
    permission: "orders.edit",
    byDefault: ["bell", "email", "push"],
  },
  refund: {
    label: "Refunds that wait or failed",
    tells: ["approve-refund", "refund-waits", "refund-failed"],
    permission: "orders.refund",
    byDefault: ["bell", "email", "push"],
  },
  message: {
    label: "Messages",
    tells: ["message"],
    permission: "messages.answer",
    byDefault: ["bell", "email"],
  },
  "low-stock": {
    label: "Low stock",
    tells: ["low-stock", "sold-out"],
    permission: "stock.adjust",
    byDefault: ["bell"],
  },
  "unknown-rate": {
    label: "Orders without a tax rate",
    tells: ["invoice"],
    permission: "tax.view",
    byDefault: ["bell", "email"],
  },
};
