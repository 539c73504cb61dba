// npm run backup [FILE]: the whole shop in one file, whether it runs or not.
import { join, resolve } from "node:path";
import { backupName } from "../../platform/backup/backups.server.ts";
import { writeBackup } from "../../platform/backup/write-backup.server.ts";
import { configOfProcess } from "../../platform/config.server.ts";
import { runningAddress, startEmbedded } from "../../platform/database/embedded.server.ts";
import { makeStorage } from "../../platform/storage/make-storage.server.ts";
import { isServedKey } from "../../shop/catalogue/pictures/picture-keys.ts";
import { inWords } from "./explain-error.mjs";

await inWords(async () => {
  const { databaseUrl, dataDir, bucket } = configOfProcess();
  const file = resolve(process.argv[2] ?? join(dataDir, "backups", backupName(new Date())));
  const running = databaseUrl ?? runningAddress(dataDir);
  const embedded = running ? undefined : await startEmbedded({ dataDir });
  try {
    const began = Date.now();
    const { rows, files, bytes } = await writeBackup({
      url: running ?? embedded?.url() ?? "",
      storage: await makeStorage({ dataDir, bucket }),
      file,
      remade: isServedKey,
    });
    const seconds = ((Date.now() - began) / 1_000).toFixed(1);
    process.stdout.write(
      `${file}\n${rows} rows and ${files} files, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds} s\n`,
    );
  } finally {
    await embedded?.stop();
  }
});
