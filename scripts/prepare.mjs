// What the shop needs to start: packages, the right Node, the built pages. Plain JavaScript without packages: it runs
// on Node 20 in a folder where nothing is installed yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join, resolve } from "node:path";
import { machineProblems, readEnvironment } from "../platform/environment.server.mjs";
import { precompress } from "./built/precompress.mjs";

export const root = resolve(import.meta.dirname, "..");

const print = (words) => process.stdout.write(`${words}\n`);

/** Exits with a message and without a stack trace. */
export function giveUp(words) {
  process.stderr.write(`${words}\n`);
  process.exit(1);
}

/** Exits with everything that is wrong with the environment variables or the machine they name. */
export async function checkConfiguration() {
  const { values, problems } = readEnvironment(process.env);
  const all = problems.length > 0 ? problems : await machineProblems(values);
  if (all.length > 0) giveUp(["The configuration is not right:", ...all].join("\n  "));
}

/**
 * Installs the packages unless exactly these are installed. Exits with a message when that fails. In: "shop" for what
 * running and building need, or "tests" for tests, checks and benchmarks as well; nothing installed is removed.
 */
export function install(what = "tests") {
  const stamp = stampOf("packages");
  const before = read(stamp);
  // npm would remove those of the tests.
  const wanted = before?.endsWith(" tests") ? "tests" : what;
  if (before === `${stateOf(".")} ${wanted}`) return;
  npmInstall(root, wanted === "shop" ? ["--omit=dev"] : ["--include=dev"]);
  writeFileSync(stamp, `${stateOf(".")} ${wanted}`);
}

/** Installs the packages of a folder under tools/ that has its own. */
export function installTools(folder) {
  const stamp = stampOf(basename(folder));
  if (read(stamp) === stateOf(folder)) return;
  npmInstall(join(root, folder), []);
  writeFileSync(stamp, stateOf(folder));
}

function stampOf(name) {
  return join(root, `.cache/${name}.stamp`);
}

/** The packages that a folder wants, and when npm last installed some: it writes its own list at the end. */
function stateOf(folder) {
  const list = join(root, folder, "node_modules/.package-lock.json");
  const installed = existsSync(list) ? statSync(list).mtimeMs : "never";
  return `${hashOf([join(folder, "package-lock.json")])} ${process.platform}-${process.arch} ${installed}`;
}

function npmInstall(cwd, more) {
  // Not `npm ci`, which removes all packages first, also when one of three hundred changed. Versions are those of the
  // lock file.
  const options = ["--no-save", "--no-audit", "--no-fund", "--loglevel=error", ...more];
  logged("Installing what is missing (a minute or two)", {
    file: "install.log",
    failure: "npm could not install the packages. Is the registry within reach?",
    commands: [["npm", ["install", ...options], { cwd }]],
  });
}

/**
 * Runs commands, one after the other, with their output in a file of .cache/; the terminal gets one line with the
 * seconds. Exits with the last lines of the output, and the file's name, when one fails.
 */
function logged(title, { file, failure, commands }) {
  const path = join(root, ".cache", file);
  mkdirSync(join(root, ".cache"), { recursive: true });
  const log = openSync(path, "w");
  const began = Date.now();
  print(`${title} ...`);
  for (const [command, args, { cwd = root, env = {} } = {}] of commands) {
    const ran = spawnSync(command, args, {
      cwd,
      stdio: ["ignore", log, log],
      env: { ...process.env, ...env },
    });
    if (ran.status === 0) continue;
    const last = readFileSync(path, "utf8").trimEnd().split("\n").slice(-20).join("\n");
    giveUp(`${last}\n${failure} All of the output: ${path}`);
  }
  closeSync(log);
  print(`  done in ${((Date.now() - began) / 1_000).toFixed(0)} s`);
}

/** The Node that runs the shop: 26 from the packages, else the current one when it is new enough. */
export function nodeBinary() {
  const packaged = join(root, `node_modules/node-${process.platform}-${process.arch}/bin/node`);
  if (existsSync(packaged) && spawnSync(packaged, ["--version"]).status === 0) return packaged;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 22)) return process.execPath;
  return giveUp(
    `Node ${process.versions.node} is too old to run the shop and there is no packaged Node for ` +
      `${process.platform}-${process.arch}. Install Node 26 and start again.`,
  );
}

/** Builds the pages and the server unless the build is up to date. */
export function build() {
  const stamp = join(root, "build/.stamp");
  const sources = ["app", "shop", "platform", "db", "demo", "server", "server.ts", "public"];
  const ways = [
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
    "package-lock.json",
    "scripts/browsers.mjs",
    "scripts/built",
  ];
  const wanted = hashOf([...sources, ...ways]);
  if (read(stamp) === wanted) return;
  rmSync(stamp, { force: true });
  const node = nodeBinary();
  const env = { NODE_ENV: "production" };
  logged("Building the shop", {
    file: "build.log",
    failure: "The shop could not be built.",
    commands: [
      [node, [join(root, "node_modules/.bin/react-router"), "build"], { env }],
      [node, [join(root, "scripts/built/worker.mjs")]],
    ],
  });
  precompress(join(root, "build/client"));
  mkdirSync(join(root, "build"), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs a program in the checkout with our terminal and waits for it. */
export function run(command, args, env = {}) {
  return spawnSync(command, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
}

function read(path) {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

function hashOf(paths) {
  const hash = createHash("sha256");
  for (const path of paths.flatMap((path) => filesUnder(path))) {
    // Neither tests, nor what the shop reads while it runs: migrations and the demo catalogue.
    if (/\.test\.tsx?$|^(db|demo)\/.*(?<!\.tsx?)$/.test(path)) continue;
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesUnder(path) {
  const entries = readdirSync(join(root, path, ".."), { withFileTypes: true });
  const entry = entries.find(({ name }) => join(path, "..", name) === path);
  if (!entry) return [];
  if (!entry.isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
    .sort();
}
