import type { Payments } from "../../platform/payments/payments.server.ts";
import type { Gateway } from "../access/actor.ts";
import { cashProvider, freeProvider } from "../orders/posting/offline-providers.ts";

/** A payment provider as the one who acts. In: its key. */
export const gatewayOf = (provider: string): Gateway => ({ kind: "gateway", provider });

/** How money goes back the way it came: by the hands of staff, through its provider, or not, when that is not configured. */
export type WayBack = "by-hand" | "by-provider" | "provider-missing";

/** In: the key of the provider that took a payment, as the ledger has it. */
export function wayBackOf(payments: Pick<Payments, "provider">, provider: string): WayBack {
  if (provider === cashProvider || provider === freeProvider) return "by-hand";
  return payments.provider(provider) ? "by-provider" : "provider-missing";
}
