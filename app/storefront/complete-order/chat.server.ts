import { href } from "react-router";
import type { Services } from "../../../platform/services.server.ts";
import { whatsappLink } from "../../../shop/checkout/whatsapp-message.ts";
import type { Order } from "../../../shop/orders/orders.ts";
import { shopSettings } from "../../../shop/settings/settings.server.ts";

/** A saved order with its WhatsApp link; null where the shop has no number. */
export type ChatView = { order: Order; link: string | null; shopNumber: string | null };

/** Generated on demand and never logged: it contains the customer's address. */
export async function whatsappChat(
  services: Pick<Services, "db" | "clock">,
  order: Order,
  origin: string,
): Promise<ChatView> {
  const { contact, shopName } = await shopSettings(services);
  const page = `${origin}${href("/track/:id?", { id: order.id })}`;
  return {
    order,
    link: contact.whatsapp && whatsappLink(contact.whatsapp, shopName, { ...order, link: page }),
    shopNumber: contact.whatsapp,
  };
}
