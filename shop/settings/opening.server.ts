import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/database.server.ts";
import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { type Done, done, type Refused, refused } from "../refused.ts";
import { currentSettings, saveSettings } from "./save-settings.server.ts";
import { readSettings, shopSettings } from "./settings.server.ts";
import { notYetOpen, type Opening } from "./settings.ts";

type Ports = Pick<Services, "db" | "jobs" | "clock">;
type Outcome = Promise<Done | Refused<"changed-meanwhile">>;

const lastKnown = new WeakMap<Db, Opening>();

/**
 * Whether visitors see the shop now. While the connection for change events is down it is read from the database each
 * time, so that no process stays open or closed for longer than the others. While the database is away the last known
 * state holds; throws if there is none.
 */
export async function shopOpening({ db, live }: Pick<Services, "db" | "live">): Promise<Opening> {
  try {
    const { opening } = await (live.listening() ? shopSettings({ db }) : readSettings(db));
    lastKnown.set(db, opening);
    return opening;
  } catch (error) {
    const known = lastKnown.get(db);
    if (known) return known;
    throw error;
  }
}

/** The state to edit, with its version. */
export async function openingToEdit(db: Db): Promise<{ opening: Opening; version: string }> {
  const { settings, version } = await currentSettings(db, ["opening"]);
  return { opening: settings.opening, version };
}

/** Closes a live shop at its first start, in the transaction of that start. */
export async function startClosed(db: Db): Promise<void> {
  await db.execute(sql`
    insert into setting (key, value) values ('opening', ${JSON.stringify(notYetOpen)}::jsonb)
    on conflict (key) do nothing`);
}

/** Opens the shop to everybody (audited); `openWhenReady` checks first whether it may. Refused: 'changed-meanwhile'. Preview links end, since nobody needs them. */
export function openShop(ports: Ports, { actor, version }: { actor: Actor; version: string }): Outcome {
  return change(ports, { actor, version }, (opening) => ({
    ...opening,
    isOpen: true,
    wasOpen: true,
    previews: [],
  }));
}

/** Closes the shop, or changes what visitors of the closed shop read (audited). Refused: 'changed-meanwhile'. */
export function closeShop(
  ports: Ports,
  { actor, version }: { actor: Actor; version: string },
  text: string | null,
): Outcome {
  return change(ports, { actor, version }, (opening) => ({ ...opening, isOpen: false, text }));
}

const mostPreviews = 20;

/**
 * Adds a preview link for so many days (1 to 60). In: for whom it is, as the list names it. Links that are over are
 * dropped. Refused: 'changed-meanwhile'; 'too-many' when 20 links work already.
 */
export async function addPreview(
  ports: Ports,
  { actor, version }: { actor: Actor; version: string },
  { name, days }: { name: string; days: number },
): Promise<Done | Refused<"changed-meanwhile" | "too-many">> {
  const now = ports.clock.now();
  const until = new Date(now.getTime() + days * 86_400_000).toISOString();
  const valid = ({ previews }: Opening) => previews.filter((one) => new Date(one.until) > now);
  const { opening } = await openingToEdit(ports.db);
  if (valid(opening).length >= mostPreviews) return refused("too-many");
  const added = { id: randomBytes(9).toString("base64url"), name, until };
  return change(ports, { actor, version }, (before) => ({ ...before, previews: [...valid(before), added] }));
}

/** Ends a preview link at once, also for those who have opened it. Refused: 'changed-meanwhile'. */
export function revokePreview(
  ports: Ports,
  { actor, version }: { actor: Actor; version: string },
  id: string,
): Outcome {
  return change(ports, { actor, version }, (opening) => ({
    ...opening,
    previews: opening.previews.filter((one) => one.id !== id),
  }));
}

/** The version is that of the row that is read here, or `saveSettings` refuses. */
async function change(
  ports: Ports,
  { actor, version }: { actor: Actor; version: string },
  to: (before: Opening) => Opening,
): Outcome {
  const { opening, version: current } = await openingToEdit(ports.db);
  if (current !== version) return refused("changed-meanwhile");
  const saved = await saveSettings(ports, { actor, version, changes: { opening: to(opening) } });
  return saved.ok ? done() : saved;
}
