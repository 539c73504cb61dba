import { sql } from "drizzle-orm";
import { type Db, inTransaction } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { recordAction } from "../audit/record-action.server.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { invalidateSettings, readSettings } from "./settings.server.ts";
import type { ShopSettings } from "./settings.ts";
import { setting } from "./tables.server.ts";

type Key = keyof ShopSettings;

/** The current settings, and a version of `keys` that changes with each change of theirs. */
export async function currentSettings(
  db: Db,
  keys: readonly Key[],
): Promise<{ settings: ShopSettings; version: string }> {
  // One snapshot: values and version must belong together, or a concurrent change would be lost.
  return inTransaction(
    db,
    async (tx) => ({ settings: await readSettings(tx), version: await settingsVersion(tx, keys) }),
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/**
 * Saves settings and audits them. In: the actor, the new values, and the version that was shown for the same keys.
 * All screens show them at once. Refused: 'changed-meanwhile' when somebody else saved first.
 */
export async function saveSettings(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  { actor, changes, version }: { actor: Actor; changes: Partial<ShopSettings>; version: string },
): Promise<Done | Refused<"changed-meanwhile">> {
  const outcome = await inTransaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('settings'))`);
    const keys = Object.keys(changes);
    if ((await settingsVersion(tx, keys)) !== version) return refused("changed-meanwhile");
    const before = new Map<string, unknown>(Object.entries(await readSettings(tx)));
    const changed = Object.entries(changes).filter(
      ([key, value]) => JSON.stringify(before.get(key)) !== JSON.stringify(value),
    );
    for (const [key, value] of changed) {
      await tx.execute(sql`
        insert into setting (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
        on conflict (key) do update set value = excluded.value, version = setting.version + 1`);
    }
    if (changed.length === 0) return done();
    // A GSTIN or a rate may be what invoices have waited for.
    if (changed.some(([key]) => key === "legal" || key === "taxRates"))
      await jobs.send(tx, "write-waiting-documents", {});
    // Notices that waited while the shop was closed.
    if (changes.opening?.isOpen) await jobs.send(tx, "send-stock-notices", {});
    await recordAction(tx, {
      actor,
      action: "settings.update",
      subject: { kind: "settings", id: keys.join(","), name: "Settings" },
      before: Object.fromEntries(changed.map(([key]) => [key, before.get(key)])),
      after: Object.fromEntries(changed),
    });
    return done();
  });
  invalidateSettings({ db });
  return outcome;
}

async function settingsVersion(db: Db, keys: readonly string[]): Promise<string> {
  const rows = await db
    .select({ key: setting.key, version: setting.version })
    .from(setting)
    .orderBy(setting.key);
  return rows
    .filter(({ key }) => keys.includes(key))
    .map(({ key, version }) => `${key}.${version}`)
    .join(" ");
}
