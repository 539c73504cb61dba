// npm run bench: the shop against a bare server, at 520, 10,000 and 100,000 products; --products=520,10000 for some of
// them, --quick for a short run, --compare=FILE to compare with an earlier benchmarks.json. The figures go to
// tools/reports/benchmarks.json and tools/reports/benchmarks.md. npm run bench -- load [products] [orders]: a shop full of products and
// orders in DATA_DIR, or in a new folder. npm run bench -- office [part of an address]: every list of the back office
// at 1,000 orders and at 1,000,000.
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { configOfProcess } from "../../platform/config.server.ts";
import { giveUp, root } from "../../scripts/prepare.mjs";
import { timeOffice } from "./back-office.server.ts";
import { loadShop } from "./load.server.ts";
import { comparison, report } from "./report.ts";
import { goalsOf, results } from "./results.ts";
import { measureSize, quick, thorough } from "./run.server.ts";
import { ensureWrk } from "./wrk.server.ts";

const print = (words) => process.stdout.write(`${words}\n`);
const given = process.argv.slice(2);
const flags = given.filter((word) => word.startsWith("--"));
const [task = "run", ...rest] = given.filter((word) => !word.startsWith("--"));
const made = [];
process.on("exit", () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

try {
  if (task === "load") await loadForPeople();
  else if (task === "office") await office(rest[0] ?? "");
  else if (task === "run") await shop();
  else
    giveUp(
      "Usage: npm run bench [-- --quick --products=520,10000,100000 --compare=FILE] | load [products] [orders] | office [part of an address]",
    );
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
  print(
    `Loaded in ${((Date.now() - began) / 60_000).toFixed(1)} min. Open it with DATA_DIR=${folder} npm start`,
  );
}

async function load(folder, products, orders) {
  print(`Loading ${products} products and ${orders} orders into ${folder} ...`);
  await loadShop(configOfProcess({ DATA_DIR: folder, LOG_LEVEL: "error" }), { products, orders }, print);
}

async function shop() {
  const many = (flags.find((flag) => flag.startsWith("--products="))?.slice(11) ?? "520,10000,100000")
    .split(",")
    .map(Number);
  if (!many.every((one) => Number.isInteger(one) && one > 0)) giveUp("--products= asks for numbers");
  const isQuick = flags.includes("--quick");
  const earlier = readEarlier(flags.find((flag) => flag.startsWith("--compare="))?.slice(10));
  ensureWrk();
  const sizes = [];
  for (const products of many) {
    // The demo catalogue is enough for the smallest size.
    const folder = process.env[`BENCH_${products}`] || newFolder();
    const fresh = products <= 600;
    if (!process.env[`BENCH_${products}`]) made.push(folder);
    if (!fresh && !process.env[`BENCH_${products}`]) await load(folder, products, 0);
    print(`== ${products} products`);
    sizes.push(await measureSize({ path: folder, fresh }, isQuick ? quick : thorough, print));
    if (made.includes(folder)) rmSync(folder, { recursive: true, force: true });
  }
  for (const { goal, figure, met } of goalsOf(sizes))
    print(`${met ? "met    " : "NOT MET"} ${goal}: ${figure}`);
  if (earlier) for (const line of comparison(earlier.sizes, sizes)) print(line);
  keep({ shop: { ...thisRun(isQuick), sizes } });
}

function readEarlier(file) {
  if (file === undefined) return null;
  const found = results.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!found.success) giveUp(`${file} is not a benchmarks.json of this form`);
  return found.data.shop;
}

function thisRun(isQuick) {
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], {
    cwd: root,
    encoding: "utf8",
  }).trim();
  const memory = Math.round(totalmem() / 2 ** 30);
  const machine = `${cpus().length} cores, ${memory} GB, ${process.platform} ${process.arch}, Node ${process.version}`;
  return { at: new Date().toISOString(), commit, machine, quick: isQuick };
}

/** Each kind of run replaces its own results. */
function keep(part) {
  const file = join(root, "tools/reports/benchmarks.json");
  const before = existsSync(file)
    ? results.parse(JSON.parse(readFileSync(file, "utf8")))
    : { shop: null, office: null };
  const now = results.parse({ ...before, ...part });
  writeFileSync(file, `${JSON.stringify(now, null, 2)}\n`);
  writeFileSync(join(root, "tools/reports/benchmarks.md"), report(now));
  print("Written to tools/reports/benchmarks.json and tools/reports/benchmarks.md");
}

/** Shops loaded earlier can be reused: BENCH_SMALL and BENCH_LARGE are their folders. */
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
  print("   1,000 orders   1,000,000   ratio");
  const pages = await timeOffice({ small, large }, only, ({ page, small: few, large: many, ratio }) => {
    const word = ratio <= 2 ? "" : "  TOO SLOW";
    print(
      `${few.toFixed(1).padStart(12)} ms ${many.toFixed(1).padStart(8)} ms ${ratio.toFixed(2).padStart(7)}  ${page}${word}`,
    );
  });
  if (only === "") keep({ office: { ...thisRun(false), pages } });
}

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-bench-"));
  // As root, PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  return folder;
}
