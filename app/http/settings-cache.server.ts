import type { Live } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { invalidateBrand } from "../../shop/brand/brand.server.ts";
import { invalidateSettings } from "../../shop/settings/settings.server.ts";

const subscribed = new WeakSet<Live>();

/**
 * Invalidates this process's cached settings and brand on a change by another process: before screens are notified and shared
 * pages rendered. Called here and not in services.server.ts, because the cache belongs to this bundle's module
 * instance.
 */
export function invalidateSettingsOnChange({ live, db }: Pick<Services, "live" | "db">) {
  if (subscribed.has(live)) return;
  subscribed.add(live);
  live.subscribe("settings", () => {
    invalidateSettings({ db });
    invalidateBrand({ db });
  });
}
