import type { Live } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { invalidateSettings } from "../../shop/settings/settings.server.ts";

const subscribed = new WeakSet<Live>();

/**
 * From now on this process forgets what it kept of the settings when another one changed them: before a screen is
 * told, and before a page that everybody is sent is made anew. Done here and not where the services are wired: the
 * settings are kept by the module in this bundle.
 */
export function invalidateSettingsOnChange({ live, db }: Pick<Services, "live" | "db">) {
  if (subscribed.has(live)) return;
  subscribed.add(live);
  live.subscribe("settings", () => invalidateSettings({ db }));
}
