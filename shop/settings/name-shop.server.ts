import type { Services } from "../../platform/services.server.ts";
import type { Actor } from "../access/actor.ts";
import { currentSettings, saveSettings } from "./save-settings.server.ts";
import { shopSettings } from "./settings.server.ts";
import { defaultSettings } from "./settings.ts";

/** Whether a live shop still has the name that the software came with. */
export async function isUnnamed(services: Pick<Services, "db" | "site">): Promise<boolean> {
  const { shopName } = await shopSettings(services);
  return services.site.mode === "live" && shopName === defaultSettings.shopName;
}

/**
 * Names a shop that is unnamed (audited). In: who acts, and the name. A shop with a name of its own keeps it.
 */
export async function nameShop(
  services: Pick<Services, "db" | "jobs" | "site">,
  { actor, shopName }: { actor: Actor; shopName: string },
) {
  if (!(await isUnnamed(services))) return;
  const { version } = await currentSettings(services.db, ["shopName"]);
  await saveSettings(services, { actor, changes: { shopName }, version });
}
