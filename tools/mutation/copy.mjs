// The copy of the checkout in which mistakes are planted: the working tree is never touched.
import { spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { nodeBinary, root } from "../../scripts/prepare.mjs";
import { mistakesIn } from "./mistakes.mjs";
import { withSwitches } from "./switches.mjs";

/** Where tests record which mistakes they execute, one JSON file per test file. */
export const passedFolder = "mistakes-passed";

// Code at module level runs only in the first test file of a process, and counts for every file that imports it.
const noting = `
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
const mistakesPassed = () => Reflect.get(globalThis, "mistakesPassed") ?? new Set();
let loading = [];
beforeAll(() => {
  loading = [...mistakesPassed()];
  mistakesPassed().clear();
});
afterAll(() => {
  const file = expect.getState().testPath?.slice(process.cwd().length + 1) ?? "";
  const noted = { loading, running: [...mistakesPassed()] };
  mistakesPassed().clear();
  writeFileSync("${passedFolder}/" + file.replaceAll("/", "~"), JSON.stringify(noted));
});
`;

/**
 * In: areas by name, each with the patterns of its files. Out: the folder of a built copy of the checkout with a switch
 * for each mistake, and the mistakes with id, area and file.
 */
export function copyWithMistakes(areas) {
  const folder = mkdtempSync(join(tmpdir(), "campus-style-mistakes-"));
  const listed = spawnSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { cwd: root });
  for (const file of listed.stdout.toString().trim().split("\n")) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { force: true });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const mistakes = [];
  for (const [area, patterns] of Object.entries(areas))
    for (const file of globSync(patterns, { cwd: folder }).sort()) {
      if (/\.test\.ts$/.test(file)) continue;
      const source = readFileSync(join(folder, file), "utf8");
      const mine = mistakesIn(source).map((one, at) => ({
        ...one,
        area,
        file,
        id: mistakes.length + at + 1,
      }));
      writeFileSync(join(folder, file), withSwitches(source, mine));
      mistakes.push(...mine);
    }
  mkdirSync(join(folder, passedFolder));
  appendFileSync(join(folder, "test/support/no-quiet-errors.ts"), noting);
  const built = spawnSync(nodeBinary(), ["-e", 'import("./scripts/prepare.mjs").then((p) => p.build())'], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (built.status !== 0) throw new Error("The copy with its mistakes could not be built.");
  return { folder, mistakes };
}

/** Starts the PostgreSQL of the copy's tests. Out: the environment for the tests, and the function that stops it. */
export async function startCluster(folder) {
  const program = join(folder, "test/support/cluster/run-cluster.server.ts");
  const child = spawn(nodeBinary(), ["--disable-warning=ExperimentalWarning", program], {
    cwd: folder,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const address = await new Promise((resolve) =>
    child.stdout.once("data", (line) => resolve(String(line).trim())),
  );
  return {
    env: { TEST_CLUSTER: address },
    stop: () => {
      child.stdin.end();
      return ended;
    },
  };
}
