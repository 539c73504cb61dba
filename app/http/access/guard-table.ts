import { forms, type Guard, oneForm } from "./guard.ts";
import { officeGuards } from "./office-guards.ts";

const page: Guard = { who: "anyone", accepts: null, rate: "none" };
const sameForAll: Guard = { ...page, sessionless: true };
/** Served to everybody while the shop is closed: it says nothing about the shop, or is a program's. */
const alwaysServed = { whenClosed: "everybody" } as const;
/** Open to visitors of a closed shop: signing in, and orders that were placed before. */
const openWhenClosed = { whenClosed: "visitors" } as const;
const own = (owner: string) => ({ who: "user", owner, accepts: null, rate: "none" }) as const;
const oneFormOf = (accepts: string) => ({ accepts, intents: oneForm });

const ordersScreen: Guard = {
  ...own("the viewer's orders"),
  ...openWhenClosed,
  guest: "page",
  accepts: "an order's or a return's id, what to do with it; shop/orders, shop/returns",
  intents: forms("cancel", "again", "pay", "cod", "withdraw-return", "return-sent"),
};
const ownDocument = { ...own("who placed the order, or staff with orders.view"), ...openWhenClosed };
/** These answer in JSON, guests with 401: they are called by scripts, not opened as pages. */
const forScripts = { ...own("who placed it"), guest: "page", sends: "json" } as const;

/**
 * Every route of app/routes.ts, in its order: who may open it, who must own the record, what may be sent, how often.
 */
const guards: Record<string, Guard> = {
  "/": page,
  "/shop": page,
  "/category/:categoryName?": page,
  "/brand/:slug": page,
  "/product/:id?": page,
  "/product/:id/notify": { ...page, ...oneFormOf("a variant, an address; shop/stock-notices"), rate: "form" },
  "/product/:id/helpful": {
    ...own("the viewer's votes"),
    accepts: "a review; shop/reviews",
    intents: forms("helpful", "take-back"),
  },
  "/wishlist": {
    ...own("the viewer's rows"),
    sends: "page",
    reason: "own-wishlist",
    accepts: "a product; shop/wishlist",
    intents: forms("add", "remove", "add-all"),
  },
  "/cart": {
    ...own("the viewer's rows"),
    sends: "page",
    reason: "own-cart",
    accepts: "a variant, a quantity; shop/cart",
    intents: forms("add", "buy", "order", "set", "variant", "remove", "restore", "later", "clear"),
  },
  "/checkout": {
    ...own("the viewer's cart"),
    reason: "buy",
    accepts: "an address; shop/checkout",
    intents: forms("", "coupon", "place"),
    rate: "orders",
  },
  "/auth": {
    who: "guest",
    ...openWhenClosed,
    accepts: "shop/accounts/sign-up.ts",
    intents: forms(
      "login",
      "signup",
      "google",
      "recover",
      "ask-code",
      "ask-link",
      "enter-code",
      "second-factor",
      "ask-phone-code",
      "enter-phone-code",
    ),
    rate: "login",
  },
  "/auth/link": {
    who: "anyone",
    ...openWhenClosed,
    ...oneFormOf("a token, a password; shop/accounts/follow-link"),
    rate: "login",
  },
  "/auth/owner": {
    who: "anyone",
    ...openWhenClosed,
    ...oneFormOf("a token, names, a password, a code; shop/accounts/owner-link"),
    rate: "login",
  },
  "/auth/invitation": {
    who: "anyone",
    ...openWhenClosed,
    accepts: "a token, a password; shop/accounts/team",
    intents: forms("", "accept"),
    rate: "login",
  },
  "/profile": {
    ...own("the viewer"),
    ...openWhenClosed,
    guest: "page",
    accepts: "shop/accounts",
    intents: forms(
      "profile",
      "address",
      "default-address",
      "delete-address",
      "read",
      "push-off-all",
      "notification-settings",
      "sign-out-elsewhere",
      "end-session",
      "delete-account",
      "password",
      "password-by-mail",
      "two-step-begin",
      "two-step-confirm",
      "two-step-end",
      "phone-ask",
      "phone-prove",
      "phone-remove",
      "email-ask",
      "email-add",
    ),
  },
  "/orders": ordersScreen,
  "/order": ordersScreen,
  "/orders/:id/return": {
    ...own("who placed the order"),
    ...openWhenClosed,
    ...oneFormOf("a return with photos; shop/returns"),
  },
  "/orders/:id/payout": {
    ...own("who placed the order"),
    ...openWhenClosed,
    ...oneFormOf("a UPI id or a bank account; shop/payments/payout"),
  },
  "/orders/:id/review": {
    ...own("who placed the order"),
    ...openWhenClosed,
    ...oneFormOf("stars, words, photos; shop/reviews"),
  },
  "/order/:id": {
    ...own("who placed the order"),
    reason: "buy",
    accepts: "an address; shop/checkout",
    intents: forms("", "coupon", "place"),
    rate: "orders",
  },
  "/order-confirmation/:id?": {
    ...own("who placed the order"),
    ...openWhenClosed,
    accepts: "a code that confirms the order; shop/cod",
    intents: forms("send-code", "confirm-code"),
    rate: "login",
  },
  // Whoever has the link may pay, as somebody else may pay for a customer.
  "/pay/:token": {
    ...page,
    ...openWhenClosed,
    ...oneFormOf("the token of a payment link, in its path; shop/payments"),
    rate: "form",
  },
  // Whoever has the link may confirm: it proves that somebody reads the address that was typed.
  "/confirm/:token": {
    ...page,
    ...openWhenClosed,
    ...oneFormOf("the token of a confirmation, in its path; shop/cod"),
    rate: "form",
  },
  "/track/:id?": {
    ...page,
    ...openWhenClosed,
    accepts: "the last four digits of a phone; the proven order is paid; shop/orders, shop/payments",
    intents: forms("", "pay"),
    rate: "form",
  },
  "/blog": page,
  "/blog/:id": page,
  "/faq": page,
  "/terms-and-conditions": page,
  "/refund-policy": page,
  "/privacy-policy": page,
  "/cookie-policy": page,
  "/about": page,
  "/pages/:slug": page,
  "/contact": { ...page, ...oneFormOf("shop/content/contact/contact.ts"), rate: "form" },
  "/newsletter": {
    ...page,
    ...openWhenClosed,
    ...oneFormOf("an address or a token; shop/content/newsletter"),
    rate: "form",
  },
  "/unsubscribe/:id": {
    ...page,
    ...openWhenClosed,
    ...oneFormOf("the id of an email, in its path; shop/notifications"),
  },
  "/offline": page,
  "/*": { ...page, ...oneFormOf("nothing: answered with 404") },
  ...officeGuards,
  "/auth/sign-out": { ...page, ...openWhenClosed, ...oneFormOf("nothing but the click") },
  "/auth/callback/google": { ...page, ...openWhenClosed, rate: "login" },
  // Each topic is checked against the viewer: app/endpoints/live/topics.ts.
  "/live": { ...page, ...openWhenClosed },
  "/functions/create-cart-order": {
    ...forScripts,
    ...oneFormOf("app/endpoints/functions/user-details.ts"),
    rate: "orders",
  },
  "/functions/verify-cashfree-payment": {
    ...forScripts,
    ...openWhenClosed,
    ...oneFormOf("a gateway's order id"),
  },
  "/functions/payment-webhook": {
    ...page,
    ...alwaysServed,
    ...oneFormOf("a webhook that the gateway has signed"),
  },
  "/functions/whatsapp-webhook": {
    ...page,
    ...alwaysServed,
    ...oneFormOf("a delivery report that Meta has signed"),
  },
  "/functions/parcel-webhook": {
    ...page,
    ...alwaysServed,
    ...oneFormOf("a courier's report with our key; shop/order-management/courier-tracking"),
  },
  "/functions/cash": { ...forScripts, owner: "the viewer's cart", ...oneFormOf("the form of /checkout") },
  "/functions/cash/:id": { ...forScripts, ...oneFormOf("the form of /order/:id") },
  "/functions/cart-add": {
    ...own("the viewer's rows"),
    guest: "page",
    sends: "page",
    accepts: "a variant, a quantity; shop/cart",
    intents: forms("add"),
  },
  "/functions/choices/:product": sameForAll,
  "/functions/cards": sameForAll,
  "/functions/push-subscription": {
    ...forScripts,
    owner: "the viewer's session",
    accepts: "a browser's push subscription; shop/push",
    intents: forms("push-on", "push-off"),
  },
  "/functions/suggest": sameForAll,
  "/functions/delivery/:product": page,
  "/functions/purchased-size/:product": own("the viewer's orders"),
  "/functions/pin-code/:pin": sameForAll,
  "/profile/my-data": { ...own("the viewer"), ...openWhenClosed },
  "/orders/:id/document.pdf": ownDocument,
  "/orders/:id/documents/:file": ownDocument,
  "/orders/:id/return-photos/:file": ownDocument,
  // Photos of a hidden review only for its author and staff: shop/reviews/photos.server.ts.
  "/review-photos/:id/:file": page,
  "/media/og/:file": sameForAll,
  "/media/:key/:file": { ...sameForAll, ...alwaysServed },
  "/dev/mail": { ...page, ...alwaysServed, ...oneFormOf("an answer to a mail; demo/mailbox") },
  "/dev/messages": { ...page, ...alwaysServed },
  "/dev/courier": { ...page, ...alwaysServed, ...oneFormOf("a parcel, what happens to it; demo/courier") },
  // Anybody with the session id may pay, as at the real gateway.
  "/dev/gateway/pay/:paymentSessionId": {
    ...page,
    ...alwaysServed,
    ...oneFormOf("a choice; demo/gateway"),
  },
  "/dev/google/authorize": {
    ...page,
    ...alwaysServed,
    accepts: "an address, a name; platform/identity/local-google",
    intents: forms("continue", "cancel"),
  },
  "/dev/google/*": { ...page, ...alwaysServed, ...oneFormOf("a code; platform/identity/local-google") },
  "/preview/:token": { ...page, ...openWhenClosed },
  "/media/brand/:file": { ...sameForAll, ...alwaysServed },
  "/favicon.ico": { ...sameForAll, ...alwaysServed },
  "/robots.txt": { ...sameForAll, ...openWhenClosed },
  "/manifest.webmanifest": { ...sameForAll, ...alwaysServed },
  "/sitemap.xml": sameForAll,
  "/sitemaps/:file": sameForAll,
  "/feeds/:file": sameForAll,
};

/** The rule for a route, by its pattern ("product/:id?"); undefined for a route without a rule. */
export function guardOf(pattern: string): Guard | undefined {
  const path = pattern.startsWith("/") ? pattern : `/${pattern}`;
  return Object.hasOwn(guards, path) ? guards[path] : undefined;
}

/** All rules, for the tests generated from them. */
export const guardTable: ReadonlyMap<string, Guard> = new Map(Object.entries(guards));
