// npm run bench -- load [products] [orders]: a shop full of products and orders in DATA_DIR, or in a new folder.
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configOfProcess } from "../platform/config.server.ts";
import { loadShop } from "../test/bench/load.server.ts";
import { giveUp } from "./prepare.mjs";

const say = (words) => process.stdout.write(`${words}\n`);
const [task = "run", ...rest] = process.argv.slice(2);

if (task === "load") {
  const [products = 100_000, orders = 1_000_000] = rest.map(Number);
  if (![products, orders].every((many) => Number.isInteger(many) && many >= 0))
    giveUp("Usage: npm run bench -- load [products] [orders]");
  const folder = process.env.DATA_DIR || newFolder();
  say(`Loading ${products} products and ${orders} orders into ${folder} ...`);
  const began = Date.now();
  await loadShop(configOfProcess({ DATA_DIR: folder, LOG_LEVEL: "error" }), { products, orders }, say).catch(
    (error) => giveUp(error.message),
  );
  say(
    `Loaded in ${((Date.now() - began) / 60_000).toFixed(1)} min. Open it with DATA_DIR=${folder} npm start`,
  );
} else giveUp("Usage: npm run bench -- load [products] [orders]");

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-bench-"));
  // PostgreSQL runs as a user of its own when we are root.
  chmodSync(folder, 0o755);
  return folder;
}
