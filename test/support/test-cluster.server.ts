import { chmodSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../../db/migrate.server.ts";
import { startEmbedded } from "../../platform/database/embedded.server.ts";
import { onDatabase, templateName } from "./databases.server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testCluster: { url: string; folder: string };
  }
}

/** vitest's global set-up: one PostgreSQL for the run, with a migrated database to clone for every test file. */
export default async function testCluster(project: TestProject) {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-test-"));
  chmodSync(folder, 0o755);
  // Nothing here outlives the run, so nothing waits for the disk.
  const postgres = await startEmbedded({
    dataDir: folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
  });
  await onDatabase(postgres.url("postgres"), `create database ${templateName.empty}`);
  await migrate({ url: postgres.url(templateName.empty) });
  project.provide("testCluster", { url: postgres.url("postgres"), folder });
  return async () => {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
}
