import { desc, inArray, sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import { defaultSettings, ownWords, type ShopSettings, shopSettingsShape } from "./settings.ts";
import { setting } from "./tables.server.ts";

const maxAgeMs = 5_000;

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

/** When one of these settings was last changed; null when all have their defaults. */
export async function settingsChangedAt(
  { db }: Pick<Services, "db">,
  keys: readonly (keyof ShopSettings)[],
): Promise<Date | null> {
  const [newest] = await db
    .select({ at: setting.updatedAt })
    .from(setting)
    .where(inArray(setting.key, [...keys]))
    .orderBy(desc(setting.updatedAt))
    .limit(1);
  return newest?.at ?? null;
}

/** For code that writes a setting or receives a change event of another process. */
export function invalidateSettings({ db }: Pick<Services, "db">): void {
  cache.delete(db);
}

/** Reads the settings without the cache, before changing them. */
export async function readSettings(db: Db): Promise<ShopSettings> {
  // Drizzle reads a text in a jsonb column as JSON once more, and would make a number of the text "500".
  const value = sql<unknown>`value`;
  const rows = await db.select({ key: setting.key, value }).from(setting).orderBy(setting.key);
  let settings = defaultSettings;
  for (const { key, value } of rows) {
    const { success, data } = shopSettingsShape.safeParse({ ...settings, [key]: value });
    if (success) settings = data;
  }
  return ownWords(settings);
}
