import { type EmbeddedDatabase, startEmbedded } from "../../platform/database/embedded.server.ts";

/**
 * The embedded PostgreSQL of a shop's folder, started by us so that we can ask it beside the shop. `address`: its
 * address as DATABASE_URL takes it.
 */
export async function ownDatabase(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<EmbeddedDatabase & { address: string }> {
  const database = await startEmbedded({ dataDir, settings });
  const [, user = "", name = "", folder = ""] =
    /\/\/([^@]+)@\/([^?]+)\?host=(.+)$/.exec(database.url()) ?? [];
  return { ...database, address: `postgresql://local/${name}?host=${folder}&user=${user}` };
}
