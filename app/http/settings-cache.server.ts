import type { Live } from "../../platform/live/live.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { invalidateBrand } from "../../shop/brand/brand.server.ts";
import { invalidateSettings } from "../../shop/settings/settings.server.ts";

const subscribed = new WeakSet<Live>();

/**
 * Invalidates this process's cached settings, brand and texts of emails on a change by another process: before screens
 * are notified and shared pages rendered. Called by requests, and by shop.server.ts for jobs and for the emails of
 * accounts: each bundle has its own module instance with its own cache.
 */
export function invalidateSettingsOnChange({ live, db }: Pick<Services, "live" | "db">) {
  if (subscribed.has(live)) return;
  subscribed.add(live);
  live.subscribe("settings", () => {
    invalidateSettings({ db });
    invalidateBrand({ db });
  });
  live.subscribe("emails", () => invalidateBrand({ db }));
}
