import type { Live } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { forgetSettings } from "../../shop/settings/settings.server.ts";

const listening = new WeakSet<Live>();

/**
 * From now on this process forgets what it kept of the settings when another one changed them: before a screen is
 * told, and before a page that everybody is sent is made anew. Done here and not where the services are wired: the
 * settings are kept by the module in this bundle.
 */
export function keepSettingsFresh({ live, db }: Pick<Services, "live" | "db">) {
  if (listening.has(live)) return;
  listening.add(live);
  live.subscribe("settings", () => forgetSettings({ db }));
}
