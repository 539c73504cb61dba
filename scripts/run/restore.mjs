// npm run restore FILE: restores a backup into an empty DATA_DIR, or into an empty database at DATABASE_URL. Ends by
// checking the invariants (db/invariants.sql). The shop then sends nothing until staff decide under Admin, Health;
// with `resume` after the file it resumes at once: for a shop that only moved.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Client } from "pg";
import { restore } from "../../db/restore.server.ts";
import { configOfProcess } from "../../platform/config.server.ts";
import { startEmbedded } from "../../platform/database/embedded.server.ts";
import { makeLog } from "../../platform/log.server.ts";
import { StartError } from "../../platform/start-error.ts";
import { makeStorage } from "../../platform/storage/make-storage.server.ts";
import { jobNames } from "../../shop/jobs.server.ts";
import { putOnHold, takeOffHold } from "../../shop/settings/hold-setting.server.ts";
import { root } from "../prepare.mjs";
import { inWords } from "./explain-error.mjs";

await inWords(async () => {
  const [file, resume] = process.argv.slice(2);
  if (!file || (resume !== undefined && resume !== "resume"))
    throw new StartError("Usage: npm run restore FILE [resume] (into an empty DATA_DIR or DATABASE_URL)");
  const hold = resume === undefined;
  const { databaseUrl, dataDir, bucket, logLevel } = configOfProcess();
  const began = Date.now();
  const embedded = databaseUrl ? undefined : await startEmbedded({ dataDir });
  const url = databaseUrl ?? embedded?.url() ?? "";
  try {
    const { made, rows, files, jobs } = await restore({
      file: resolve(file),
      url,
      storage: await makeStorage({ dataDir, bucket }),
      jobNames,
      whenLoaded: hold ? putOnHold : takeOffHold,
      log: makeLog({ level: logLevel, json: false }),
    });
    const broken = await brokenRules(url);
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    process.stdout.write(
      `Restored the shop of ${made}: ${rows} rows, ${files} files, ${jobs} jobs, in ${seconds} s\n`,
    );
    if (hold)
      process.stdout.write(
        "It sends nothing and runs no background jobs until you decide under Admin, Health.\n",
      );
    for (const { rule, who } of broken) process.stdout.write(`BROKEN: ${rule} (${who})\n`);
    process.stdout.write(broken.length === 0 ? "Everything that must hold holds.\n" : "");
    if (broken.length > 0) process.exitCode = 1;
  } finally {
    await embedded?.stop();
  }
});

async function brokenRules(url) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(readFileSync(join(root, "db/invariants.sql"), "utf8"))).rows;
  } finally {
    await client.end();
  }
}
