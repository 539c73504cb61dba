import type { SignInReason } from "../guards.server.ts";

/** How often one client may send something to an address; the figures stand in shop/accounts/limits.ts, those of
 * orders, which count by account, in shop/checkout/idempotency-key.server.ts. */
type Rate = "none" | "login" | "form" | "orders";

export type Guard = {
  /** Who may come. `user` includes admins; `guest` means that whoever is signed in is led on. */
  who: "anyone" | "guest" | "user" | "admin";
  /** What a guest finds where only users may come: led to the sign-in screen, or told so on the page itself. */
  guest?: "told";
  /** The same for what a guest sends. */
  sends?: "told";
  reason?: SignInReason;
  /** Whose the thing named in the address must be; to everybody else it does not exist. */
  owner?: string;
  /** What may be sent, and where it is checked; null when nothing may. */
  accepts: string | null;
  rate: Rate;
};

const page: Guard = { who: "anyone", accepts: null, rate: "none" };
const own = (owner: string) => ({ who: "user", owner, accepts: null, rate: "none" }) as const;

const office: Guard = { who: "admin", accepts: null, rate: "none" };

/** Every address of app/routes.ts, in its order: who may, whose it must be, what may be sent, how often. */
const guards: Record<string, Guard> = {
  "/": page,
  "/shop": page,
  "/category/:categoryName?": page,
  "/product/:id?": page,
  "/product/:id/notify": { ...page, accepts: "a variant, an address; shop/stock-notices", rate: "form" },
  "/wishlist": {
    ...own("the viewer's rows"),
    sends: "told",
    reason: "wishlist",
    accepts: "a product; shop/wishlist",
  },
  "/cart": {
    ...own("the viewer's rows"),
    sends: "told",
    reason: "cart",
    accepts: "a variant, a quantity; shop/cart",
  },
  "/checkout": {
    ...own("the viewer's cart"),
    reason: "buy",
    accepts: "an address; shop/checkout",
    rate: "orders",
  },
  "/auth": { who: "guest", accepts: "shop/accounts/sign-up.ts", rate: "login" },
  "/auth/link": { who: "anyone", accepts: "a token, a password; shop/accounts/follow-link", rate: "login" },
  "/auth/owner": {
    who: "anyone",
    accepts: "a token, a password, a code; shop/accounts/owner-link",
    rate: "login",
  },
  "/profile": { ...own("the viewer"), guest: "told", accepts: "shop/accounts" },
  "/orders": { ...own("the viewer's orders"), guest: "told", accepts: "an order's id, a wish; shop/orders" },
  "/order": { ...own("the viewer's orders"), guest: "told", accepts: "an order's id, a wish; shop/orders" },
  "/orders/:id/return": { ...own("who placed the order"), accepts: "a return with photos; shop/returns" },
  "/orders/:id/review": { ...own("who placed the order"), accepts: "stars and words; shop/reviews" },
  "/order/:id": {
    ...own("who placed the order"),
    reason: "buy",
    accepts: "an address; shop/checkout",
    rate: "orders",
  },
  "/order-confirmation/:id?": own("who placed the order"),
  "/track/:id?": { ...page, accepts: "the last four digits of a phone; shop/orders", rate: "form" },
  "/blog": page,
  "/blog/:id": page,
  "/faq": page,
  "/terms-and-conditions": page,
  "/refund-policy": page,
  "/privacy-policy": page,
  "/cookie-policy": page,
  "/about": page,
  "/contact": { ...page, accepts: "shop/content/contact/contact.ts", rate: "form" },
  "/newsletter": { ...page, accepts: "an address or a token; shop/content/newsletter", rate: "form" },
  "/*": { ...page, accepts: "nothing: answered with 404" },
  "/admin": office,
  "/admin/products": { ...office, accepts: "ids, a change, a token; shop/catalogue/edit" },
  "/admin/products/new": { ...office, accepts: "shop/catalogue/edit/check-draft.ts" },
  "/admin/products/:id": { ...office, accepts: "shop/catalogue/edit/check-draft.ts" },
  "/admin/pictures": { ...office, accepts: "one picture; shop/catalogue/pictures" },
  "/admin/inventory": { ...office, accepts: "a step of stock; shop/catalogue/inventory" },
  "/admin/inventory/:id": { ...office, accepts: "a step of stock; shop/catalogue/inventory" },
  "/admin/orders": { ...office, accepts: "a status, a reason; shop/order-management" },
  "/admin/orders/print": office,
  "/admin/orders/:id": { ...office, accepts: "what staff do with an order; shop/order-management" },
  "/admin/returns": office,
  "/admin/orders/export.csv": office,
  "/admin/offers": { ...office, accepts: "an offer's id, a wish; shop/offers" },
  "/admin/offers/:id": { ...office, accepts: "shop/offers/offer-form.ts" },
  "/admin/coupons": office,
  "/admin/coupons/:code": { ...office, accepts: "shop/coupons/coupon-form.server.ts" },
  "/admin/reviews": { ...office, accepts: "a review's id, a wish, a reply; shop/reviews" },
  "/admin/import": { ...office, accepts: "a CSV file, a ZIP; shop/import" },
  "/admin/import/:id": { ...office, accepts: "the wish to begin; shop/import" },
  "/admin/content": office,
  "/admin/content/articles/:id": { ...office, accepts: "shop/content/blog/article-form.ts" },
  "/admin/content/articles/:id/picture": { ...office, accepts: "one picture; shop/catalogue/pictures" },
  "/admin/content/faq": office,
  "/admin/content/faq/:id": { ...office, accepts: "shop/content/faq/faq-form.ts" },
  "/admin/messages": { ...office, accepts: "a message's id, a state; shop/content/inbox" },
  "/admin/searches": office,
  "/admin/searches/synonyms": { ...office, accepts: "words; shop/search/text/edit-synonyms" },
  "/admin/settings": { ...office, accepts: "a part of the settings; shop/settings" },
  "/admin/users": { ...office, accepts: "a user's id, a role; shop/accounts/users" },
  "/admin/users/:id": { ...office, accepts: "a role, a password; shop/accounts/users" },
  "/admin/audit": office,
  "/admin/health": office,
  "/admin/audit/export.csv": office,
  "/admin/find": office,
  "/admin/*": { ...office, accepts: "nothing: answered with 404" },
  "/admin/export/products.csv": office,
  "/admin/export/subscribers.csv": office,
  "/auth/sign-out": { ...page, accepts: "nothing but the wish" },
  "/auth/callback/google": { ...page, rate: "login" },
  // Each topic is checked against the viewer: app/endpoints/live/topics.ts.
  "/live": page,
  // These answer in JSON, a guest with 401: they are called by scripts, not opened by people.
  "/functions/create-cart-order": {
    ...page,
    accepts: "app/endpoints/functions/user-details.ts",
    rate: "orders",
  },
  "/functions/verify-cashfree-payment": { ...page, accepts: "a gateway's order id", owner: "who placed it" },
  "/functions/payment-webhook": { ...page, accepts: "a notice that the gateway has signed" },
  "/functions/cards": page,
  "/functions/suggest": page,
  "/functions/pin-code/:pin": page,
  "/profile/my-data": own("the viewer"),
  "/orders/:id/document.pdf": own("who placed the order, or staff"),
  "/orders/:id/documents/:file": own("who placed the order, or staff"),
  "/orders/:id/return-photos/:file": own("who placed the order, or any admin"),
  "/media/og/:file": page,
  "/media/:key/:file": page,
  "/dev/mail": page,
  // Whoever knows the session may pay, as at the real gateway.
  "/dev/gateway/pay/:paymentSessionId": { ...page, accepts: "a choice; platform/payments/local-gateway" },
  "/dev/google/authorize": { ...page, accepts: "an address, a name; platform/identity/local-google" },
  "/dev/google/*": { ...page, accepts: "a code; platform/identity/local-google" },
  "/robots.txt": page,
  "/sitemap.xml": page,
  "/sitemaps/:file": page,
  "/feeds/:file": page,
};

/** The rule for a route, by its pattern ("product/:id?"); undefined for one that nobody thought of. */
export function guardOf(pattern: string): Guard | undefined {
  const path = pattern.startsWith("/") ? pattern : `/${pattern}`;
  return Object.hasOwn(guards, path) ? guards[path] : undefined;
}

/** All rules, for the tests that are made from them. */
export const guardTable: ReadonlyMap<string, Guard> = new Map(Object.entries(guards));
