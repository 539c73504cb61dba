// npm run bench -- load [products] [orders]: a shop full of products and orders in DATA_DIR, or in a new folder.
// npm run bench -- office [part of an address]: every list of the back office at 1,000 orders and at 1,000,000.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { configOfProcess } from "../platform/config.server.ts";
import { loadShop } from "../test/bench/load.server.ts";
import { timeOffice } from "../test/bench/office.server.ts";
import { giveUp } from "./prepare.mjs";

const say = (words) => process.stdout.write(`${words}\n`);
const [task = "run", ...rest] = process.argv.slice(2);
const made = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

try {
  if (task === "load") await loadForPeople();
  else if (task === "office") await office(rest[0] ?? "");
  else giveUp("Usage: npm run bench -- load [products] [orders] | office [part of an address]");
} catch (error) {
  giveUp(error.stack ?? error.message);
}

async function loadForPeople() {
  const [products = 100_000, orders = 1_000_000] = rest.map(Number);
  if (![products, orders].every((many) => Number.isInteger(many) && many >= 0))
    giveUp("Usage: npm run bench -- load [products] [orders]");
  const folder = process.env.DATA_DIR || newFolder();
  const began = Date.now();
  await load(folder, products, orders);
  say(
    `Loaded in ${((Date.now() - began) / 60_000).toFixed(1)} min. Open it with DATA_DIR=${folder} npm start`,
  );
}

async function load(folder, products, orders) {
  say(`Loading ${products} products and ${orders} orders into ${folder} ...`);
  await loadShop(configOfProcess({ DATA_DIR: folder, LOG_LEVEL: "error" }), { products, orders }, say);
}

/** Shops loaded before can be used again: BENCH_SMALL and BENCH_LARGE are their folders. */
async function office(only) {
  const shopFor = async (folder, products, orders) => {
    if (folder) return folder;
    const fresh = newFolder();
    made.push(fresh);
    await load(fresh, products, orders);
    return fresh;
  };
  const small = await shopFor(process.env.BENCH_SMALL, 0, 1_000);
  const large = await shopFor(process.env.BENCH_LARGE, 100_000, 1_000_000);
  say("   1,000 orders   1,000,000   ratio");
  await timeOffice({ small, large }, only, ({ page, small: few, large: many, ratio }) => {
    const word = ratio <= 2 ? "" : "  TOO SLOW";
    say(
      `${few.toFixed(1).padStart(12)} ms ${many.toFixed(1).padStart(8)} ms ${ratio.toFixed(2).padStart(7)}  ${page}${word}`,
    );
  });
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-bench-"));
  // PostgreSQL runs as a user of its own when we are root.
  chmodSync(folder, 0o755);
  return folder;
}
