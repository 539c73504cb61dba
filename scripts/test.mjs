// npm test: every kind of test, one after the other, each even when one before it failed.
// `npm test -- unit http` runs only those stages, `npm test -- http test/http/faq.test.ts` only that file.
// Closes with the line "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installChromium } from "./chromium.mjs";
import { build, giveUp, install, nodeBinary, root, run } from "./prepare.mjs";
import { readArguments } from "./test-arguments.mjs";

const stages = {
  types: () => typegen() && check([".bin/tsc", "--noEmit"]),
  lint: () => check([".bin/biome", "check", "."]),
  architecture: () => vitest("architecture"),
  unit: () => vitest("unit"),
  http: () => vitest("http"),
  faults: () => inChromium("faults"),
  browser: () => inChromium("browser"),
};

const { wrong, stages: chosen, files } = readArguments(process.argv.slice(2));
if (wrong) giveUp(wrong);

install();
if (["http", "faults", "browser"].some((name) => chosen.includes(name))) build();
if (files.length > 0) typegen();

const reports = mkdtempSync(join(tmpdir(), "campus-style-report-"));
const cluster = await oneCluster(chosen);
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
await cluster.stop();
rmSync(reports, { recursive: true, force: true });
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

function counted(result) {
  return typeof result === "boolean" ? { passed: Number(result), failed: Number(!result) } : result;
}

/** Generates the types of the routes. */
function typegen() {
  return check([".bin/react-router", "typegen"]);
}

/** Runs a tool of the packages; true when it succeeded. */
function check([tool, ...args]) {
  return run(nodeBinary(), [join(root, "node_modules", tool), ...args]).status === 0;
}

async function inChromium(project) {
  const chromium = await installChromium();
  if (chromium) return vitest(project, { CHROMIUM_PATH: chromium });
  process.stderr.write("There is no Chromium, and none could be installed. CHROMIUM_PATH names one.\n");
  return { passed: 0, failed: 1 };
}

/**
 * One PostgreSQL for all stages that need it. When it does not answer, each stage starts its own. Out: what to pass
 * to the stages, and how to stop it.
 */
async function oneCluster(names) {
  const needed = names.filter((name) => ["unit", "http", "faults", "browser"].includes(name));
  if (needed.length < 2) return { env: {}, stop: () => undefined };
  const program = join(root, "test/support/cluster/run-cluster.server.ts");
  const child = spawn(nodeBinary(), ["--disable-warning=ExperimentalWarning", program], {
    cwd: root,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const said = new Promise((resolve) => child.stdout.once("data", (line) => resolve(String(line).trim())));
  const address = await Promise.race([said, ended]);
  return {
    env: typeof address === "string" ? { TEST_CLUSTER: address } : {},
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}

/**
 * Runs one vitest project. A project without tests, or one that exits badly without a failed test, counts as failed.
 */
function vitest(project, env = {}) {
  const report = join(reports, `${project}.json`);
  const shown = files.length > 0 ? "default" : "dot";
  const done = run(
    nodeBinary(),
    [
      ...["--disable-warning=ExperimentalWarning", join(root, "node_modules/vitest/vitest.mjs"), "run"],
      ...["--project", project, `--reporter=${shown}`, "--reporter=json", `--outputFile.json=${report}`],
      ...files,
    ],
    { ...cluster.env, ...env },
  );
  const { numPassedTests = 0, numFailedTests = 0 } = existsSync(report)
    ? JSON.parse(readFileSync(report, "utf8"))
    : {};
  const trouble = numFailedTests === 0 && (done.status !== 0 || numPassedTests === 0);
  return { passed: numPassedTests, failed: numFailedTests + Number(trouble) };
}
