import type { Channel } from "../../../platform/messaging/channels.ts";
import type { Messaging } from "../../../platform/messaging/messaging.server.ts";
import { type MessageKind, messageKinds, phoneMessages } from "../../notifications/phone/message-kinds.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { Order } from "../orders.ts";

type Templates = ShopSettings["messages"];

/**
 * The template of a message for a channel, or of the one that is sent instead of it; null without one. The stand-ins of
 * a demo need none.
 */
export function templateOf(
  { staysHere }: Pick<Messaging, "staysHere">,
  templates: Templates,
  kind: MessageKind,
  channel: Channel,
): string | null {
  const own = templates[channel];
  const { instead } = phoneMessages[kind];
  return own[kind] ?? (staysHere ? kind : ((instead && own[instead]) ?? null));
}

/** The channels by which at least one message about an order can be sent: those that a customer may choose. */
export function offeredChannels(messaging: Messaging, templates: Templates): Channel[] {
  return messaging.channels.filter((channel) =>
    messageKinds.some((kind) => templateOf(messaging, templates, kind, channel) !== null),
  );
}

/**
 * The one rule of who gets a message by phone: the channels to try, the first one first. In: how the customer asked to
 * be told when they placed the order, its email, and the channels that have a template for the message. Who chose
 * WhatsApp and is not there gets an SMS; nobody gets WhatsApp who has not asked for it while there is another way
 * (Meta's opt-in). Without a choice the email is enough, and without an email the first channel is used: the order was
 * placed with this phone, and the message is about it (service implicit).
 */
export function messageChannels(
  { updatesBy, email }: Pick<Order, "updatesBy" | "email">,
  withTemplate: readonly Channel[],
): Channel[] {
  const wanted: Record<Channel, Channel[]> = { sms: ["sms"], whatsapp: ["whatsapp", "sms"] };
  if (updatesBy !== null) return wanted[updatesBy].filter((channel) => withTemplate.includes(channel));
  return email === "" ? withTemplate.slice(0, 1) : [];
}
