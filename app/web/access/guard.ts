import type { Permission } from "../../../shop/access/permissions.ts";

/** Why somebody is asked to sign in; the sign-in screen says it in the specification's words. */
export type SignInReason = "cart" | "wishlist" | "buy" | "admin";

/** How often one client may send something to an address; the figures stand in shop/accounts/limits.ts, those of
 * orders, which count by account, in shop/checkout/idempotency-key.server.ts. */
type Rate = "none" | "login" | "form" | "orders";

/**
 * What may be sent to an address: the forms' field `intent` as far as a colon ("status" of "status:active"), "" for a
 * form without one, each with the permission that it needs; null for none. What is not here is refused.
 */
export type Intents = Readonly<Record<string, Permission | null>>;

export type Guard = {
  /** Who may come. `user` includes staff; `guest` means that whoever is signed in is led on. */
  who: "anyone" | "guest" | "user" | "staff";
  /** What staff need to come at all; without it any permission will do. */
  permission?: Permission;
  /** What a guest finds where only users may come: led to the sign-in screen, or the page itself, which asks to sign in. */
  guest?: "page";
  /** The same for what a guest sends; scripts are answered in JSON. */
  sends?: "page" | "json";
  reason?: SignInReason;
  /** The answer is the same for everybody, so the session is not read. */
  sessionless?: true;
  /** Whose the thing named in the address must be; to everybody else it does not exist. */
  owner?: string;
  /** What may be sent, and where it is checked; null when nothing may. */
  accepts: string | null;
  intents?: Intents;
  rate: Rate;
};

/** A form without a field `intent`. */
export const oneForm: Intents = { "": null };

/** Forms that need no permission: everybody who may come may send them. */
export function forms(...intents: string[]): Intents {
  return Object.fromEntries(intents.map((intent) => [intent, null]));
}

/** The permission of an intent as it was sent; undefined for one that an address does not know. */
export function intentPermission({ intents }: Guard, sent: string): Permission | null | undefined {
  const intent = sent.split(":")[0] ?? "";
  return intents && Object.hasOwn(intents, intent) ? intents[intent] : undefined;
}
