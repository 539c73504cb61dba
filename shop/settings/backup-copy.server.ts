import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import type { Done, Refused } from "../refused.ts";
import { currentSettings, saveSettings } from "./save-settings.server.ts";

/**
 * Keeps that somebody has seen a copy of the backups on another machine now, which the program cannot see (audited).
 * Refused: 'changed-meanwhile'.
 */
export async function noteBackupCopy(
  ports: Pick<Services, "db" | "jobs" | "clock">,
  actor: Actor,
): Promise<Done | Refused<"changed-meanwhile">> {
  const { version } = await currentSettings(ports.db, ["backupCopy"]);
  const backupCopy = { seenAt: ports.clock.now().toISOString() };
  return saveSettings(ports, { actor, version, changes: { backupCopy } });
}
