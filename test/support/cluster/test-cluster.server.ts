import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../../../db/migrate.server.ts";
import { startEmbedded } from "../../../platform/database/embedded.server.ts";
import { onDatabase, templateName } from "./databases.server.ts";

/** The address of the PostgreSQL of a run and the folder of what its test files share. */
export type TestCluster = { url: string; folder: string };

declare module "vitest" {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** vitest's global set-up: one PostgreSQL for the run. In `npm test` all stages have one (run-cluster.server.ts). */
export default async function provideCluster(project: TestProject) {
  const { stop, ...cluster } = await startTestCluster();
  project.provide("testCluster", cluster);
  return stop;
}

/** Starts a PostgreSQL with a migrated database to clone for every test file. */
export async function startTestCluster(): Promise<TestCluster & { stop(): Promise<void> }> {
  const folder = mkdtempSync(join(quickestFolder(), "campus-style-test-"));
  chmodSync(folder, 0o755);
  // Nothing here outlives the run, so no write waits for the disk.
  const postgres = await startEmbedded({
    dataDir: folder,
    settings: { fsync: "off", synchronous_commit: "off", full_page_writes: "off", max_connections: "200" },
  });
  await onDatabase(postgres.url("postgres"), `create database ${templateName.empty}`);
  await migrate({ url: postgres.url(templateName.empty) });
  return {
    url: postgres.url("postgres"),
    folder,
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The in-memory file system, when it has 3 GB free: each test file creates and drops a database of 1,000 files. */
function quickestFolder(): string {
  const memory = "/dev/shm";
  if (!existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize > 3e9 ? memory : tmpdir();
}
