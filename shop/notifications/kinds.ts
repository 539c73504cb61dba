/** 'phone': SMS or WhatsApp. */
export const notificationChannels = ["email", "phone", "push"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** The kinds that can be turned off for at least one channel. */
export const notificationKinds = ["orders", "delivery", "payments", "back-in-stock"] as const;
export type NotificationKind = (typeof notificationKinds)[number];

/** Whether a kind is sent by a channel: by the customer's choice, always, or never. */
type Rule = "choice" | "always" | "never";

/**
 * Every kind of notification about orders and products that the shop sends. `why`: what is always sent, and the reason.
 * Sign-in codes, security messages and replies to messages have no kind here and are always sent; the newsletter has
 * its own list (shop/content/newsletter/).
 */
export const notificationRules: Record<
  NotificationKind,
  { label: string; covers: string; why: string } & Record<NotificationChannel, Rule>
> = {
  orders: {
    label: "Orders",
    covers: "Your order is placed, or cancelled.",
    email: "always",
    phone: "choice",
    push: "choice",
    why: "The confirmation is your record of what you ordered.",
  },
  delivery: {
    label: "Packing and delivery",
    covers: "Your order is confirmed, on its way, delivered.",
    email: "choice",
    phone: "choice",
    push: "choice",
    why: "",
  },
  payments: {
    label: "Payments, refunds and returns",
    covers: "Your payment, your money on its way back, and what becomes of a return.",
    email: "always",
    phone: "choice",
    push: "choice",
    why: "These are about your money, and some ask you for something.",
  },
  "back-in-stock": {
    label: "Back in stock",
    covers: "Something you asked us about is in stock again.",
    email: "choice",
    phone: "never",
    push: "choice",
    why: "",
  },
};
