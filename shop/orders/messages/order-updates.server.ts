import type { Channel } from "../../../platform/messaging/channels.ts";
import type { Services } from "../../../platform/services.server.ts";
import { phoneMessages } from "../../notifications/phone/message-kinds.ts";
import { maySend } from "../../notifications/preferences.server.ts";
import { shopSettings } from "../../settings/settings.server.ts";
import type { Order } from "../orders.ts";
import { messageChannels, templateOf } from "./message-channels.ts";

/** The channel by which the customer's phone is told when an order ships; null when it is not. */
export async function updatesChannel(
  { db, messaging }: Pick<Services, "db" | "messaging">,
  order: Pick<Order, "updatesBy" | "email" | "userId">,
): Promise<Channel | null> {
  const { messages } = await shopSettings({ db });
  const [channel] = messageChannels(
    order,
    messaging.channels.filter((one) => templateOf(messaging, messages, "shipped", one) !== null),
  );
  if (!channel || order.userId === null) return null;
  const { preference } = phoneMessages.shipped;
  return (await maySend(db, preference, "phone", { userId: order.userId })) ? channel : null;
}
