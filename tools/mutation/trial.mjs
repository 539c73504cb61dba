// Runs test files of the copy with one mistake on, or with none.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { nodeBinary } from "../../scripts/prepare.mjs";
import { passedFolder } from "./copy.mjs";
import { mistakeSwitch } from "./switches.mjs";

/** Tests of running processes, of the machine and of whole shops, which take minutes and cover none of the areas. */
const leftOut =
  /^(db|platform\/(backup|database|identity|jobs|log|mail|storage|threads)|scripts|server)\/|(process|import-files|uploads|strange-names|zero-bytes|session-cookies)\.test/;
const files =
  /^((app|shop|platform|test\/support)\/.*|test\/http\/.*|test\/faults\/(payments|rules\/model))\.test\.ts$/;

/** The test files in the copy that take part in a run. */
export function lookingTests(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: false })
    .filter((file) => !file.startsWith("node_modules") && files.test(file) && !leftOut.test(file))
    .sort();
}

/**
 * Runs test files with a mistake on (0: none), until one fails. Out: whether all passed, and the seconds of each file.
 * `patience`: the timeout in seconds, after which they count as failed, since a mistake may loop forever.
 */
export function runTests({ folder, env, report, mistake, tests, patience, bail = 1, workers = 1 }) {
  const projects = ["unit", "http", "faults"].flatMap((name) => ["--project", name]);
  const child = spawn(
    nodeBinary(),
    [
      "--disable-warning=ExperimentalWarning",
      "node_modules/vitest/vitest.mjs",
      "run",
      ...projects,
      "--reporter=json",
      `--outputFile.json=${report}`,
      `--bail=${bail}`,
      `--maxWorkers=${workers}`,
      ...tests,
    ],
    {
      cwd: folder,
      stdio: "ignore",
      detached: true,
      env: { ...process.env, ...env, [mistakeSwitch]: String(mistake) },
    },
  );
  const over = setTimeout(() => process.kill(-child.pid, "SIGKILL"), patience * 1_000);
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      clearTimeout(over);
      resolve({ passed: code === 0, timedOut: signal === "SIGKILL", files: secondsOf(report, folder) });
    });
  });
}

function secondsOf(report, folder) {
  if (!existsSync(report)) return [];
  return JSON.parse(readFileSync(report, "utf8")).testResults.map(({ name, status, startTime, endTime }) => ({
    file: name.slice(folder.length + 1),
    passed: status === "passed",
    seconds: (endTime - startTime) / 1_000,
  }));
}

/**
 * In: the copy, its mistakes, the test files. Out: for each mistake's id the test files that execute it: those that did
 * while they ran; and for a mistake at module level, also those that import the module, in the HTTP tests through the
 * built pages: first those that ran other code of its file.
 */
export function testsOf(folder, mistakes, tests) {
  const noted = new Map();
  for (const name of readdirSync(join(folder, passedFolder)))
    noted.set(name.replaceAll("~", "/"), JSON.parse(readFileSync(join(folder, passedFolder, name), "utf8")));
  const loading = new Set([...noted.values()].flatMap((one) => one.loading));
  const running = new Map(tests.map((test) => [test, new Set(noted.get(test)?.running)]));
  const imported = new Map(tests.map((test) => [test, importsOf(folder, test)]));
  const fileOf = new Map(mistakes.map(({ id, file }) => [id, file]));
  const ran = new Map(
    tests.map((test) => [test, new Set([...(running.get(test) ?? [])].map((id) => fileOf.get(id)))]),
  );
  return new Map(
    mistakes.map(({ id, file }) => {
      const executing = tests.filter(
        (test) =>
          running.get(test)?.has(id) ||
          (loading.has(id) && (test.startsWith("test/http/") || imported.get(test)?.has(file))),
      );
      const [first, then] = [true, false].map((is) =>
        executing.filter((test) => ran.get(test)?.has(file) === is),
      );
      return [id, { first, then }];
    }),
  );
}

/** All files that a file imports, and those that they import. */
function importsOf(folder, file, found = new Set()) {
  for (const [, path] of readFileSync(join(folder, file), "utf8").matchAll(
    /(?:from|import) "(\.[^"]+\.tsx?)"/g,
  )) {
    const next = join(dirname(file), path);
    if (found.has(next) || !existsSync(join(folder, next))) continue;
    found.add(next);
    importsOf(folder, next, found);
  }
  return found;
}
