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
 * The shop's facts: the rows of `setting` over the defaults. Every screen asks for them, so they are kept for five
 * seconds by a clock that nobody sets; `invalidateSettings` ends that at once. A row that no longer fits its shape is passed over for its default.
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

/** For whoever writes a setting or hears that another process did. */
export function invalidateSettings({ db }: Pick<Services, "db">): void {
  cache.delete(db);
}

/** The same, read this moment: for whoever is about to change them. */
export async function readSettings(db: Db): Promise<ShopSettings> {
  const { rows } = await db.execute(sql`select key, value from setting order by key`);
  let settings = defaultSettings;
  for (const { key, value } of settingRows.parse(rows)) {
    const { success, data } = shopSettingsShape.safeParse({ ...settings, [key]: value });
    if (success) settings = data;
  }
  return settings;
}
