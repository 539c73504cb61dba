import type { Permission } from "../../../shop/access/permissions.ts";

/** The reason for a sign-in; the sign-in screen shows its text: the specification's for what a guest began, else what opens after it. */
export type SignInReason = "cart" | "wishlist" | "buy" | "admin" | "own-cart" | "own-wishlist";

/**
 * How often one client may submit to a route; the limits are in shop/accounts/limits.ts, those of orders, which count
 * by account, in shop/checkout/idempotency-key.server.ts.
 */
type Rate = "none" | "login" | "form" | "orders";

/**
 * The allowed intents of a route: the forms' field `intent` up to a colon ("status" of "status:active"), "" for a form
 * without one, each with the permission that it needs; null for none. Others are refused.
 */
export type Intents = Readonly<Record<string, Permission | null>>;

export type Guard = {
  /** Who may open it. `user` includes staff; `guest` means that signed-in users are redirected. */
  who: "anyone" | "guest" | "user" | "staff";
  /** The permission that staff need to open it; without it any permission is enough. */
  permission?: Permission;
  /** For a guest on a route for users: a redirect to the sign-in screen, or the page itself, which asks to sign in. */
  guest?: "page";
  /** The same for a guest's form; scripts are answered in JSON. */
  sends?: "page" | "json";
  reason?: SignInReason;
  /** The response is the same for everybody, so the session is not read. */
  sessionless?: true;
  /** While the shop is closed: visitors reach it all the same, or everybody does, without a look at who they are. */
  whenClosed?: "visitors" | "everybody";
  /** Who must own the record in the address; everybody else gets 404. */
  owner?: string;
  /** What may be sent, and where it is checked; null for nothing. */
  accepts: string | null;
  intents?: Intents;
  rate: Rate;
};

/** A form without a field `intent`. */
export const oneForm: Intents = { "": null };

/** Forms that need no permission beyond opening the route. */
export function forms(...intents: string[]): Intents {
  return Object.fromEntries(intents.map((intent) => [intent, null]));
}

/** The permission of a submitted intent; undefined for one that the route does not allow. */
export function intentPermission({ intents }: Guard, sent: string): Permission | null | undefined {
  const intent = sent.split(":")[0] ?? "";
  return intents && Object.hasOwn(intents, intent) ? intents[intent] : undefined;
}
