import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import { makeServices } from "../../app/services.server.ts";
import { migrate } from "../../db/migrate.server.ts";
import { loadPinCodes } from "../../db/pin-codes.server.ts";
import type { Config } from "../../platform/config.server.ts";
import { StartError } from "../../platform/start-error.ts";
import { firstStart } from "../../server/first-start.server.ts";
import { rollUpCatalogueCounters } from "../../shop/catalogue/inventory/catalogue-counters.server.ts";
import { rollUpCounters } from "../../shop/order-management/lists/counters.server.ts";
import { rollUpMetrics } from "../../shop/reports/roll-up.server.ts";
import { gstStates } from "../../shop/tax/states.ts";
import { ownDatabase } from "./own-database.server.ts";

export type Load = { products: number; orders: number };

/** So many orders a transaction: all at once would keep the whole of them in memory. */
const ordersAtOnce = 100_000;

/** A load that was interrupted is discarded and started again, so writes need not wait for the disk. */
const forLoading = {
  shared_buffers: "1GB",
  fsync: "off",
  full_page_writes: "off",
  max_wal_size: "8GB",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
};

/**
 * Fills the shop of a configuration with so many products and orders and all that hangs on them, by statements over
 * whole sets; the shop's own triggers and constraints stay on. `say` gets the progress. Throws a StartError when
 * somebody has used the shop already, an Error when db/invariants.sql finds anything wrong at the end.
 */
export async function loadShop(config: Config, load: Load, print: (words: string) => void): Promise<void> {
  if (config.mode !== "demo") throw new StartError("bench load fills demo shops only: leave MODE alone.");
  const database = await ownDatabase(config.dataDir, forLoading);
  try {
    await loadInto({ ...config, databaseUrl: database.address }, load, print);
  } finally {
    await database.stop();
  }
}

async function loadInto(config: Config, load: Load, print: (words: string) => void) {
  const running = await makeServices(config);
  try {
    await migrate({ url: running.databaseUrl });
    await firstStart(running.services);
    await loadPinCodes(running.services.db);
    const client = new Client({ connectionString: running.databaseUrl });
    await client.connect();
    try {
      const rollUp = async () => {
        await rollUpMetrics(running.services);
        await rollUpCounters(running.services);
        await rollUpCatalogueCounters(running.services);
      };
      await fill(client, load, { print, rollUp });
      await rollUp();
      await client.query("vacuum analyze");
      await checkInvariants(client);
    } finally {
      await client.end();
    }
  } finally {
    await running.close();
  }
}

/** `rollUp`: the shop's jobs, whose statements end with a request's time limit, so they are done for each part. */
async function fill(
  client: Client,
  { products, orders }: Load,
  { print, rollUp }: { print: (words: string) => void; rollUp: () => Promise<void> },
) {
  await client.query(`
    set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB';
    set maintenance_work_mem = '512MB'; set client_min_messages = warning; select setseed(0.42)`);
  if (!(await isUntouched(client))) {
    throw new StartError(
      "There are orders, customers or loaded products in this shop: give another DATA_DIR.",
    );
  }
  const run = async (name: string, values: Record<string, number> = {}) => {
    const began = Date.now();
    await client.query("begin");
    const settings = {
      products,
      orders,
      states: JSON.stringify(Object.fromEntries(gstStates.map(({ name, code }) => [name, code]))),
      ...values,
    };
    for (const [key, value] of Object.entries(settings)) {
      await client.query("select set_config($1, $2, true)", [`bench.${key}`, String(value)]);
    }
    await client.query(await readFile(join(import.meta.dirname, `load/${name}.sql`), "utf8"));
    await client.query("commit");
    const which = values.last ? ` to ${values.last}` : "";
    print(`${name}${which}: ${((Date.now() - began) / 1_000).toFixed(1)} s`);
  };
  await run("products");
  if (orders === 0) return;
  await client.query("analyze");
  await run("users");
  await run("orders-begin");
  for (let first = 1; first <= orders; first += ordersAtOnce) {
    await run("orders", { first, last: Math.min(orders, first + ordersAtOnce - 1) });
    await rollUp();
  }
  await run("orders-end");
  await client.query("analyze");
  await run("documents");
  await run("back-office");
}

async function isUntouched(client: Client): Promise<boolean> {
  const { rows } =
    await client.query(`select not exists (select from orders) and (select count(*) from users) <= 2
    and not exists (select from stock_movement where actor_id is distinct from 'demo') as untouched`);
  return z.array(z.object({ untouched: z.boolean() })).parse(rows)[0]?.untouched ?? false;
}

/** Every rule that must always hold, asked of the whole shop. Throws with the first that do not. */
export async function checkInvariants(client: Client): Promise<void> {
  await client.query("set statement_timeout = 0; set work_mem = '256MB'");
  const question = await readFile(join(import.meta.dirname, "../../db/invariants.sql"), "utf8");
  const { rows } = await client.query(`select * from (${question.replace(/;\s*$/, "")}) broken limit 20`);
  const broken = z.array(z.object({ rule: z.string(), who: z.string() })).parse(rows);
  if (broken.length > 0)
    throw new Error(`wrong in the shop: ${broken.map(({ rule, who }) => `${rule} ${who}`).join("; ")}`);
}
