// npm run owner -- EMAIL: prints a link, valid once and for an hour, that makes this user an admin of the shop.
import { migrate } from "../../db/migrate.server.ts";
import { configOfProcess } from "../../platform/config.server.ts";
import { connect } from "../../platform/database/database.server.ts";
import { runningAddress, startEmbedded } from "../../platform/database/embedded.server.ts";
import { makeLog } from "../../platform/log.server.ts";
import { StartError } from "../../platform/start-error.ts";
import { makeOwnerLink } from "../../shop/accounts/owner-link.server.ts";
import { inWords } from "./explain-error.mjs";

await inWords(async () => {
  const config = configOfProcess();
  const email = process.argv[2] ?? "";
  const running = config.databaseUrl ?? runningAddress(config.dataDir);
  const embedded = running ? undefined : await startEmbedded({ dataDir: config.dataDir });
  try {
    const url = running ?? embedded?.url() ?? "";
    await migrate({ url });
    const { db, close } = connect({ url, log: makeLog({ level: "warn", json: false }) });
    const made = await makeOwnerLink({ db }, email).finally(close);
    if (!made.ok) throw new StartError("Usage: npm run owner -- EMAIL, with the address of the shop's owner");
    const origin = config.publicUrl ?? `http://localhost:${config.port}`;
    process.stdout.write(
      `Open this within an hour, once, while the shop runs:\n${origin}/auth/owner?token=${made.value.token}\n`,
    );
  } finally {
    await embedded?.stop();
  }
});
