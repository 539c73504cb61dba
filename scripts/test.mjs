// npm test: every kind of test, one after the other, each even when one before it failed.
// `npm test -- unit http` runs only those. Closes with the line "N passed, N failed".
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installChromium } from "./chromium.mjs";
import { build, giveUp, install, nodeBinary, root, run } from "./prepare.mjs";

const stages = {
  types: () => check([".bin/react-router", "typegen"]) && check([".bin/tsc", "--noEmit"]),
  lint: () => check([".bin/biome", "check", "."]),
  architecture: () => vitest("architecture"),
  unit: () => vitest("unit"),
  http: () => vitest("http"),
  faults: () => inChromium("faults"),
  browser: () => inChromium("browser"),
};

const unknown = process.argv.slice(2).filter((name) => !(name in stages));
if (unknown.length > 0)
  giveUp(`No such stage: ${unknown.join(", ")}. There are ${Object.keys(stages).join(", ")}.`);
const chosen = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(stages);

install();
if (["http", "faults", "browser"].some((name) => chosen.includes(name))) build();

const reports = mkdtempSync(join(tmpdir(), "campus-style-report-"));
const total = { passed: 0, failed: 0 };
for (const name of chosen) {
  process.stdout.write(`\n== ${name}\n`);
  const began = Date.now();
  const result = counted(await stages[name]());
  total.passed += result.passed;
  total.failed += result.failed;
  const seconds = ((Date.now() - began) / 1_000).toFixed(1);
  process.stdout.write(`== ${name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s\n`);
}
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

function counted(result) {
  return typeof result === "boolean" ? { passed: Number(result), failed: Number(!result) } : result;
}

/** Runs a tool of the packages; true when it was content. */
function check([tool, ...args]) {
  return run(nodeBinary(), [join(root, "node_modules", tool), ...args]).status === 0;
}

async function inChromium(project) {
  const chromium = await installChromium();
  if (chromium) return vitest(project, { CHROMIUM_PATH: chromium });
  process.stderr.write("There is no Chromium, and none could be installed. CHROMIUM_PATH names one.\n");
  return { passed: 0, failed: 1 };
}

/** Runs one vitest project. A project that runs no test, or ends badly without a failed test, counts as failed. */
function vitest(project, env = {}) {
  const report = join(reports, `${project}.json`);
  const done = run(
    nodeBinary(),
    [
      ...["--disable-warning=ExperimentalWarning", join(root, "node_modules/vitest/vitest.mjs"), "run"],
      ...["--project", project, "--reporter=dot", "--reporter=json", `--outputFile.json=${report}`],
    ],
    env,
  );
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : {};
  const trouble = numFailedTests === 0 && (done.status !== 0 || numPassedTests === 0);
  return { passed: numPassedTests, failed: numFailedTests + Number(trouble) };
}
