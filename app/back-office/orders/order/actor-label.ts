import type { OrderFile } from "../../../../shop/order-management/order-detail.server.ts";

/** Who did something to an order, as staff call them. */
export function actorLabel(
  who: string,
  { people, customer }: Pick<OrderFile, "people" | "customer">,
): string {
  if (who === "shop") return "The shop itself";
  if (who.startsWith("staff ")) return `${people.get(who) ?? "Somebody"} (admin)`;
  if (who.startsWith("customer ")) return customer?.name ?? "The customer";
  return who;
}
