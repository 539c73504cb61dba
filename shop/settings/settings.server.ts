import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { defaultSettings, type ShopSettings, shopSettingsShape } from "./settings.ts";

const maxAgeMs = 5_000;
const settingRows = z.array(z.object({ key: z.string(), value: z.unknown() }));

type CachedSettings = { settings: Promise<ShopSettings>; readAt: number };
const cache = new WeakMap<Db, CachedSettings>();

/**
 * The shop's settings: the rows of `setting` over the defaults. Cached for five seconds by the monotonic clock;
 * `invalidateSettings` ends that at once. A row that no longer matches its schema falls back to its default.
 */
export function shopSettings({ db }: Pick<Services, "db">): Promise<ShopSettings> {
  const now = performance.now();
  const before = cache.get(db);
  if (before && now - before.readAt < maxAgeMs) return before.settings;
  const settings = readSettings(db);
  cache.set(db, { settings, readAt: now });
  settings.catch(() => invalidateSettings({ db }));
  return settings;
}

/** For code that writes a setting or receives a change event of another process. */
export function invalidateSettings({ db }: Pick<Services, "db">): void {
  cache.delete(db);
}

/** Reads the settings without the cache, before changing them. */
export async function readSettings(db: Db): Promise<ShopSettings> {
  const { rows } = await db.execute(sql`select key, value from setting order by key`);
  let settings = defaultSettings;
  for (const { key, value } of settingRows.parse(rows)) {
    const { success, data } = shopSettingsShape.safeParse({ ...settings, [key]: value });
    if (success) settings = data;
  }
  return settings;
}
