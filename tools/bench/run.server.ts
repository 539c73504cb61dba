import { buy, race } from "./buying.server.ts";
import { type Bare, type DriveOptions, measure, record, startBare } from "./drive.server.ts";
import { isProven, percent, ratioOf, type Size } from "./results.ts";
import { askedAnew, signedInPages, visitorPages } from "./scenarios.ts";
import { type OpenShop, openShop, type ShopProcess, startShop } from "./shop-process.server.ts";

/** `rest`: seconds before a memory counts as at rest. V8 gives back what it kept after half a minute. */
export type RunOptions = DriveOptions & { rest: number };
export const thorough: RunOptions = { rounds: 3, seconds: 5, warmUps: 12, rest: 60 };
export const quick: RunOptions = { rounds: 1, seconds: 2, warmUps: 1, rest: 40 };

/**
 * Everything that is measured at one size. In: a folder that holds the shop, or nothing yet: then its first start is
 * timed as well. `say` gets each line as soon as it is measured.
 */
export async function measureSize(
  folder: { path: string; fresh: boolean },
  options: RunOptions,
  print: (words: string) => void,
): Promise<Size> {
  const first = folder.fresh ? await startAndStop(folder.path) : null;
  const { second, memory } = await atRest(folder.path, options);
  print(`second start ${(second / 1000).toFixed(1)} s, ${memory.idle.toFixed(0)} MB at rest`);
  const bare = await startBare();
  const shop = await openShop(folder.path).catch(async (error) => {
    await bare.stop();
    throw error;
  });
  try {
    const { lines, skipped } = await readEverything(shop, bare, options, print);
    const bought = await buy(shop, bare, options);
    for (const line of bought.lines) print(lineOf(line));
    const raced = await race(shop);
    print(`50 buyers of 10 pieces: ${raced.sold} sold, ${raced.left} left`);
    const after = shop.memory();
    await pause(options.rest);
    return {
      products: await countProducts(shop),
      lines: [...lines, ...bought.lines],
      skipped,
      orders: bought.orders,
      race: raced,
      memory: { ...memory, after, rested: shop.memory() },
      start: { first, second },
    };
  } finally {
    await shop.stop();
    await bare.stop();
  }
}

async function readEverything(
  shop: OpenShop,
  bare: Bare,
  options: RunOptions,
  print: (words: string) => void,
) {
  const { rows } = await shop.sql.query(
    "select slug from product where status = 'active' order by slug limit 1",
  );
  const known = {
    product: String(rows[0]?.slug),
    people: await shop.people(20),
    staff: await shop.people(5, "admin"),
  };
  const lines: Size["lines"] = [];
  const skipped: string[] = [];
  for (const scenario of [...visitorPages(known), ...signedInPages(known), ...askedAnew(known)]) {
    if ((await record(shop.address, scenario.next(0))).status === 404) {
      print(`${scenario.name}: its address answers 404, skipped`);
      skipped.push(scenario.name);
      continue;
    }
    const line = await measure(shop, bare, scenario, options);
    print(lineOf(line));
    lines.push(line);
  }
  return { lines, skipped };
}

function lineOf(line: Size["lines"][number]): string {
  const { name, perSecond, p50, p99, processorMs, bytes, wrong, bare } = line;
  const speed = isProven(line)
    ? `${perSecond.toFixed(1)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${percent(ratioOf(line))} of ${bare.perSecond.toFixed(0)}/s`
    : `not proven: the machine was busy, or the generator was the limit`;
  const faults = wrong > 0 ? `, ${wrong} NOT AS ASKED` : "";
  return `${name}: ${speed}, ${processorMs.toFixed(2)} ms of processor time, ${bytes} bytes${faults}`;
}

async function startAndStop(path: string): Promise<number> {
  const shop = await startShop(path);
  await shop.stop();
  return shop.firstAnswer;
}

/**
 * As somebody runs it: with the PostgreSQL that the shop starts itself. A few pages are opened, then nothing happens.
 */
async function atRest(path: string, options: RunOptions) {
  const shop = await startShop(path);
  try {
    const started = shop.memory();
    for (const page of ["/", "/shop", "/category/women", "/", "/shop?q=kurta"]) await opened(shop, page);
    await pause(options.rest);
    return { second: shop.firstAnswer, memory: { started, idle: shop.memory() } };
  } finally {
    await shop.stop();
  }
}

async function opened({ address }: ShopProcess, page: string) {
  await (await fetch(address + page)).arrayBuffer();
}

async function countProducts({ sql }: OpenShop): Promise<number> {
  const { rows } = await sql.query("select count(*)::integer as count from product");
  return Number(rows[0]?.count);
}

const pause = (seconds: number) => new Promise((later) => setTimeout(later, seconds * 1_000));
