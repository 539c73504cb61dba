import type { NotificationPreference } from "../../../../shop/notifications/preferences.server.ts";

/** The name of a choice's box: "delivery email". */
export function fieldOf({ kind, channel }: Pick<NotificationPreference, "kind" | "channel">): string {
  return `${kind} ${channel}`;
}
