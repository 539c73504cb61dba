import type { Services } from "../../../platform/services.server.ts";
import { readMobile, readPin } from "../../../shop/accounts/customer/formats.ts";
import { type CodOrder, codDecision, codRules } from "../../../shop/cod/cod-rules.server.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";
import { type Cash, cashByPolicy, cashFacts } from "../../parts/checkout/cash.ts";
import type { UserViewer } from "../guards.server.ts";

/**
 * What settings and the owner's rules say of cash for an order, as far as PIN code and phone are typed. The past orders
 * of a phone number are told to its owner, and to others only with `placed`, when they have tried to place the order:
 * what is typed must not tell how many parcels somebody else did not take.
 */
export async function cashOf(
  services: Services,
  viewer: UserViewer,
  { total, items }: Pick<CodOrder, "total" | "items">,
  typed: Parameters<typeof cashFacts>[0] & { phone: string; postalCode: string },
  { placed }: { placed: boolean },
): Promise<Cash> {
  const of = cashFacts(typed);
  const { policy } = await shopSettings(services);
  const byPolicy = cashByPolicy(policy, { total, ...typed });
  if (byPolicy) return { ...byPolicy, of };
  const phone = readMobile(typed.phone);
  const told = placed || phone === viewer.verifiedPhone;
  const order = { phone: (told && phone) || "", pin: readPin(typed.postalCode) ?? "", total, items };
  const decision = await codDecision(services, await codRules(services), order);
  return { ...decision, onDelivery: total - decision.advance, of };
}
