// npm run faults [row ...]: runs every row of tools/reports/reliability.md with its full target, and writes that page.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installChromium } from "../../scripts/chromium.mjs";
import { whyNot } from "../../scripts/deploy/failover/programs.mjs";
import { giveUp, nodeBinary, root, run } from "../../scripts/prepare.mjs";
import { rows } from "./fault-rows.mjs";
import { writePage } from "./reliability-page.mjs";

const wanted = process.argv.slice(2);
const unknown = wanted.filter((id) => !rows.some((row) => row.id === id));
if (unknown.length > 0)
  giveUp(`No such row: ${unknown.join(", ")}. There are ${rows.map(({ id }) => id).join(", ")}.`);
const asked = rows.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
/** Neither passed nor failed: the programs that they need are not on this machine. */
const notRun = asked.map((row) => ({ id: row.id, why: whyNot(row) })).filter(({ why }) => why);
const chosen = asked.filter(({ id }) => !notRun.some((one) => one.id === id));

const folder = mkdtempSync(join(tmpdir(), "campus-style-faults-"));
const report = join(folder, "seen.jsonl");
if (chosen.some(({ id }) => id === "markup")) await installChromium();
const measured = new Date().toISOString().slice(0, 10);

// A file runs once, with all tests that any row needs.
const files = new Map();
for (const [project, file, name] of chosen.flatMap(({ tests }) => tests)) {
  const names = files.get(`${project} ${file}`) ?? [];
  files.set(`${project} ${file}`, [...names, name]);
}
const assertions = new Map();
for (const [key, names] of files) assertions.set(key, results(key, names));

const figures = existsSync(report)
  ? readFileSync(report, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line))
  : [];
const outcome = chosen.map(({ id, tests }) => {
  const ran = tests.map(([project, file, name = ""]) =>
    assertions.get(`${project} ${file}`).filter(({ fullName }) => fullName.includes(name)),
  );
  const all = ran.flat();
  const held = all.filter(({ status }) => status === "passed");
  const mine = figures.filter(({ row }) => row === id).map(({ figure }) => figure);
  const counted =
    held.length === all.length ? `all tests (${all.length})` : `${held.length} of ${all.length} tests`;
  return {
    id,
    passed: ran.every((some) => some.length > 0) && held.length === all.length,
    figure: mine.length > 0 ? mine.join("; ") : counted,
    seconds: Math.round(all.reduce((sum, { duration }) => sum + (duration ?? 0), 0) / 1_000),
    measured,
  };
});
for (const { id, passed, figure, seconds } of outcome)
  process.stdout.write(`${passed ? "passed" : "FAILED"}  ${id} (${seconds} s): ${figure}\n`);
for (const { id, why } of notRun) process.stdout.write(`-       ${id}: ${why}\n`);
writePage(join(root, "tools/reports/reliability.md"), outcome, notRun);
run(nodeBinary(), [
  join(root, "node_modules/.bin/biome"),
  "format",
  "--write",
  "tools/reports/reliability.md",
]);
rmSync(folder, { recursive: true, force: true });
process.exit(outcome.every(({ passed }) => passed) ? 0 : 1);

/** Runs one file's tests in their long form; returns vitest's result of each. */
function results(key, names) {
  const [project, file] = key.split(" ");
  const json = join(folder, "vitest.json");
  rmSync(json, { force: true });
  const all = names.some((name) => name === undefined);
  const only = all ? [] : ["-t", names.map(escaped).join("|")];
  process.stdout.write(`\n== ${key}\n`);
  run(
    nodeBinary(),
    [
      "--disable-warning=ExperimentalWarning",
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      "--project",
      project,
      file,
      ...only,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${json}`,
    ],
    {
      FAULTS: "long",
      FAULTS_REPORT: report,
      MONEY_CASES: process.env.MONEY_CASES ?? "1000000",
    },
  );
  if (!existsSync(json)) return [];
  return JSON.parse(readFileSync(json, "utf8"))
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === "passed" || status === "failed");
}

function escaped(text) {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
