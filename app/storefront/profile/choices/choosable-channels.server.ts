import type { Services } from "../../../../platform/services.server.ts";
import { type NotificationChannel, notificationChannels } from "../../../../shop/notifications/kinds.ts";
import type { UserViewer } from "../../../http/guards.server.ts";

/** The channels that the choices of a user show: email with an address, SMS or WhatsApp when the shop has a provider. */
export function choosableChannels(
  { messaging }: Pick<Services, "messaging">,
  { email }: UserViewer,
): NotificationChannel[] {
  const isThere: Record<NotificationChannel, boolean> = {
    email: email !== null,
    phone: messaging.channels.length > 0,
    push: true,
  };
  return notificationChannels.filter((channel) => isThere[channel]);
}
