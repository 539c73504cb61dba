// npm run mutation [-- AREA ...] [--size=400] [--seed=1] [--workers=2]: plants deliberate mistakes in the code of
// money, stock, payments, permissions and search, one at a time and in a copy, and checks whether a test notices each.
// Results: tools/README.md. --mistake=FILE:LINE,... tries all mistakes of the lines; --tests=PATH,... runs only these
// test files or folders.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { giveUp } from "../../scripts/prepare.mjs";
import { areas } from "./areas.mjs";
import { copyWithMistakes, startCluster } from "./copy.mjs";
import { sampleOf } from "./sample.mjs";
import { lookingTests, runTests, testsOf } from "./trial.mjs";

const words = process.argv.slice(2);
const figure = (name, usual) => words.find((word) => word.startsWith(`--${name}=`))?.split("=")[1] ?? usual;
const named = words.filter((word) => !word.startsWith("--"));
const isOption = (word) => /^--(size|seed|workers|mistake|tests)=./.test(word);
if (words.some((word) => word.startsWith("--") && !isOption(word)))
  giveUp(
    "Usage: npm run mutation [-- AREA ...] [--size=400] [--seed=1] [--workers=2] [--mistake=FILE:LINE,...] [--tests=PATH,...]",
  );
const unknown = named.filter((name) => !Object.hasOwn(areas, name));
if (unknown.length > 0)
  giveUp(`No such area: ${unknown.join(", ")}. There are ${Object.keys(areas).join(", ")}.`);

const print = (line) => process.stdout.write(`${line}\n`);
setPriority(10);
print("Copying and building ...");
const { folder, mistakes } = copyWithMistakes(areas);
process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));
const cluster = await startCluster(folder);
const out = join(tmpdir(), "campus-style-mutation");
mkdirSync(out, { recursive: true });

try {
  const paths = figure("tests", "").split(",");
  const tests = lookingTests(folder).filter((test) => paths.some((path) => test.startsWith(path)));
  print(
    `${mistakes.length} mistakes in ${new Set(mistakes.map(({ file }) => file)).size} files; ${tests.length} test files without any ...`,
  );
  const common = { folder, env: cluster.env };
  const first = await runTests({
    ...common,
    report: join(out, "none.json"),
    mistake: 0,
    tests,
    patience: 1_800,
    bail: 0,
    workers: 2,
  });
  const sound = new Map(
    first.files.filter(({ passed }) => passed).map(({ file, seconds }) => [file, seconds]),
  );
  const failed = first.files.filter(({ passed }) => !passed).map(({ file }) => file);
  if (failed.length > 0) print(`Left out, as they fail in the copy: ${failed.join(", ")}`);
  const coming = testsOf(folder, mistakes, [...sound.keys()]);

  const lines = figure("mistake", null)?.split(",");
  const chosen = lines
    ? mistakes.filter((one) => lines.includes(`${one.file}:${one.line}`))
    : sampleOf(
        mistakes.filter(({ area }) => named.length === 0 || named.includes(area)),
        { size: Number(figure("size", 400)), seed: Number(figure("seed", 1)) },
      );
  const results = [];
  const waiting = [...chosen];
  const lookFor = async (worker) => {
    for (let mistake = waiting.shift(); mistake; mistake = waiting.shift()) {
      const report = join(out, `worker-${worker}.json`);
      const result = await noticed(mistake, { ...common, report }, sound, coming);
      results.push({ ...mistake, ...result });
      const { file, line, kind, was } = mistake;
      const what = result.by ? `noticed by ${result.by}` : "SURVIVED";
      print(
        `${results.length}/${chosen.length} ${file}:${line} ${kind} (${was.replace(/\s+/g, " ").slice(0, 60)}): ${what}`,
      );
      writeFileSync(join(out, "results.json"), JSON.stringify(results, null, 1));
    }
  };
  await Promise.all(Array.from({ length: Number(figure("workers", 2)) }, (_, worker) => lookFor(worker)));
  report(results);
} finally {
  await cluster.stop();
}

/**
 * Runs the tests that execute a mistake with it on: the nearest files first, fast ones before slow ones; of a sample at
 * most 26 files for each.
 */
async function noticed({ id, file }, common, sound, coming) {
  const nouns = file.split("/").slice(1, -1);
  const isOfNoun = (test) => nouns.some((noun) => noun !== "http" && test.includes(noun));
  const near = (test) => (test === file.replace(/\.ts$/, ".test.ts") ? 0 : isOfNoun(test) ? 1 : 2);
  const byNearness = (a, b) => near(a) - near(b) || sound.get(a) - sound.get(b);
  const { first, then } = coming.get(id);
  const tests = [...first.sort(byNearness), ...then.sort(byNearness)];
  const last = figure("mistake", null) ? tests.slice(26) : [];
  for (const part of [tests.slice(0, 4), tests.slice(4, 14), tests.slice(14, 26), last]) {
    if (part.length === 0) continue;
    const usual = part.reduce((sum, test) => sum + sound.get(test), 0);
    const run = await runTests({ ...common, mistake: id, tests: part, patience: 90 + 4 * usual });
    if (run.timedOut) return { by: "no end" };
    if (!run.passed)
      return { by: run.files.find((one) => !one.passed)?.file ?? "a test that could not begin" };
  }
  return { by: null, tests: tests.length };
}

function report(results) {
  print("");
  for (const area of [...new Set(results.map((one) => one.area)), null]) {
    const mine = results.filter((one) => area === null || one.area === area);
    const seen = mine.filter(({ by }) => by).length;
    print(
      `${(area ?? "all").padEnd(12)} ${seen} of ${mine.length} noticed, ${Math.round((100 * seen) / mine.length)} %`,
    );
  }
  print(`\nAll of it: ${join(out, "results.json")}`);
}
