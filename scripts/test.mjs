// npm test: every kind of test, also after a failure of an earlier one.
// `npm test -- unit http` runs only those stages, `npm test -- http test/http/faq.test.ts` only that file.
// Ends with the line "N passed, N failed".
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { installChromium } from "./chromium.mjs";
import { giveUp, install, nodeBinary, root } from "./prepare.mjs";
import { leftOut } from "./run-sizes.mjs";
import { serverEnvironment } from "./server-process.mjs";
import { readArguments } from "./test/arguments.mjs";

/** Each stage: a function that returns true or false, or how many tests passed and failed. */
const stages = {
  types: async (show) => (await typegen(show)) && check([".bin/tsc", "--noEmit"], show),
  lint: async (show) => {
    const tools = [
      check([".bin/biome", "check", "--error-on-warnings", "."], show),
      check([".bin/knip", "--no-progress"], show),
    ];
    return (await Promise.all(tools)).every(Boolean);
  },
  architecture: (show) => vitest("architecture", {}, show),
  unit: () => vitest("unit"),
  http: () => vitest("http"),
  faults: () => {
    for (const { file, why } of leftOut) process.stdout.write(`${file} ${why}\n`);
    return inChromium("faults");
  },
  browser: () => inChromium("browser"),
};
/** For threads and servers that tests start: they share compiled code, which saves a third of a thread's start. */
const { NODE_COMPILE_CACHE } = serverEnvironment;
/** These use one core each, and run concurrently, also with the build of the pages. */
const short = ["types", "lint", "architecture"];

/** These share a run, so that their workers wait for the last file once and not twice: an eighth of their time. */
const sharing = ["unit", "http"];

/** Stages of more than one vitest project. */
const projectsOf = { http: ["http", "development"] };

const { wrong, stages: chosen, files } = readArguments(process.argv.slice(2));
if (wrong) giveUp(wrong);

install();
const reports = mkdtempSync(join(tmpdir(), "campus-style-report-"));
const pages = ["http", "faults", "browser"].some((name) => chosen.includes(name)) ? builtPages() : true;
const atOnce = new Map(short.filter((name) => chosen.includes(name)).map((name) => [name, beside(name)]));
if (files.length > 0 && !(await typegen())) giveUp("The types of the routes could not be generated.");

const total = { passed: 0, failed: 0 };
/** What failed, a line each, repeated at the end: a long log is often cut to its last lines. */
const failures = [];
for (const [name, ended] of atOnce) report(name, await ended);
if (!(await pages)) giveUp("The pages could not be built; the reason stands above.");
const cluster = await oneCluster(chosen);
for (const names of runsOf(chosen.filter((one) => !atOnce.has(one)))) {
  const title = names.join(" and ");
  process.stdout.write(`\n== ${title}\n`);
  const began = Date.now();
  const result = names.length > 1 ? await vitest(names) : await stages[names[0]]();
  report(title, { result, ms: Date.now() - began });
}
await cluster.stop();
rmSync(reports, { recursive: true, force: true });
for (const line of failures) process.stdout.write(`\nFAIL ${line}`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

/** The stages of each run, one run after another. */
function runsOf(names) {
  const shared = files.length === 0 && sharing.every((one) => names.includes(one)) ? sharing : [];
  const single = names.filter((one) => !shared.includes(one)).map((one) => [one]);
  return shared.length > 0 ? [shared, ...single] : single;
}

/** Runs a stage while others run. Its output is shown when it has ended, under its name. */
async function beside(name) {
  const began = Date.now();
  let said = `\n== ${name}\n`;
  const result = await stages[name]((more) => {
    said += more;
  });
  return { result, said, ms: Date.now() - began };
}

function report(name, { result, said = "", ms }) {
  const { passed, failed } =
    typeof result === "boolean" ? { passed: Number(result), failed: Number(!result) } : result;
  total.passed += passed;
  total.failed += failed;
  failures.push(...(typeof result === "object" ? result.failures : failed ? [name] : []));
  const seconds = (ms / 1_000).toFixed(1);
  process.stdout.write(`${said}== ${name}: ${passed} passed, ${failed} failed in ${seconds} s\n`);
}

function builtPages() {
  return nodeEnds(["-e", 'import("./scripts/prepare.mjs").then((prepare) => prepare.build())']);
}

/** Generates the types of the routes. */
function typegen(show) {
  return check([".bin/react-router", "typegen"], show);
}

/** Runs a tool of the packages; true when it succeeded. */
function check([tool, ...args], show) {
  return nodeEnds([join(root, "node_modules", tool), ...args], {}, show);
}

/** Runs Node; true when it succeeded. `show`: called with its output, which otherwise goes to the terminal. */
function nodeEnds(args, env = {}, show) {
  const stdio = show ? ["ignore", "pipe", "pipe"] : "inherit";
  const child = spawn(nodeBinary(), args, { cwd: root, stdio, env: { ...process.env, ...env } });
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", show);
  return new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
}

async function inChromium(project) {
  if (await installChromium()) return vitest(project);
  process.stderr.write("There is no Chromium, and none could be installed. CHROMIUM_PATH names one.\n");
  return { passed: 0, failed: 1, failures: [`${project}: no Chromium`] };
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
 * Runs vitest projects. A run without tests, or one that exits with an error but no failed test, counts as failed. In:
 * the name of a project, or several.
 */
async function vitest(projects, env = {}, show = undefined) {
  const names = [projects].flat().flatMap((name) => projectsOf[name] ?? name);
  const report = join(reports, `${names.join("-")}.json`);
  const shown = files.length > 0 ? "default" : "dot";
  const ended = await nodeEnds(
    [
      "--disable-warning=ExperimentalWarning",
      join(root, "node_modules/vitest/vitest.mjs"),
      "run",
      ...names.flatMap((name) => ["--project", name]),
      `--reporter=${shown}`,
      "--reporter=json",
      `--outputFile.json=${report}`,
      ...files,
    ],
    { ...(show ? {} : cluster.env), NODE_COMPILE_CACHE, ...env },
    show,
  );
  const {
    numPassedTests = 0,
    numFailedTests = 0,
    testResults = [],
  } = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")) : {};
  const hasEndedEarly = numFailedTests === 0 && (!ended || numPassedTests === 0);
  const failures = testResults.flatMap(failuresOf);
  if (hasEndedEarly && failures.length === 0) failures.push(`${names.join(", ")}: ended early`);
  return { passed: numPassedTests, failed: numFailedTests + Number(hasEndedEarly), failures };
}

/** The failed tests of a file in vitest's report, or the file that could not run, each with the first line of why. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults
    .filter((test) => test.status === "failed")
    .map(({ fullName, failureMessages: [why = ""] }) => `${file} > ${fullName}: ${why.split("\n")[0]}`);
  return status === "failed" && failed.length === 0 ? [`${file}: ${message.split("\n")[0]}`] : failed;
}
