import type { Payments } from "../../platform/payments/payments.server.ts";
import type { Gateway } from "../access/actor.ts";
import { freeProvider, isOffline } from "../orders/posting/offline-providers.ts";

/** The actor of a payment provider. In: its key. */
export const gatewayOf = (provider: string): Gateway => ({ kind: "gateway", provider });

/** How a refund is paid: by hand, through the provider, or not at all when it is not configured. */
export type WayBack = "by-hand" | "by-provider" | "provider-missing";

/** In: the provider key of the payment in the ledger. */
export function wayBackOf(payments: Pick<Payments, "provider">, provider: string): WayBack {
  if (isOffline(provider) || provider === freeProvider) return "by-hand";
  return payments.provider(provider) ? "by-provider" : "provider-missing";
}
