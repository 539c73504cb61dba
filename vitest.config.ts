import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { chromiumFlags, findChromium } from "./scripts/chromium.mjs";
import { faults, faultsReport, leftOut, moneyCases, testCluster } from "./scripts/run-sizes.mjs";

/** One PostgreSQL for the files of a project: that of `npm test`, else its own. */
const cluster = {
  globalSetup: testCluster ? [] : ["test/support/cluster/test-cluster.server.ts"],
  provide: testCluster ? { testCluster } : {},
};

/**
 * Modules are shared between test files: loading them again took a third of the time. So no test file may depend on
 * module state that another leaves; in-memory state of the shop is keyed by its database or storage.
 */
const isolate = false;

/**
 * Long timeouts for polling assertions on a busy machine. A test without any executed assertion fails, for example one
 * with assertions only in a loop over an empty list.
 */
const expectation = { poll: { timeout: 10_000 }, requireAssertions: true };

const chromium = {
  path: findChromium() ?? null,
  whole: findChromium({ whole: true }) ?? null,
  flags: chromiumFlags,
};

/** Files that are slow for their size. */
const long = ["faults/rules/model", "faults/machine/import", "faults/machine/silent-database"];

/**
 * Slow files first, so that the workers end at about the same time. vitest sorts by the durations of its last run, else
 * by file size: a slow file of few lines would run alone at the end.
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`test/${name}.test.ts`));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    // Three on two cores: a test spends a part of its time waiting (for the database, a stream, a delayed response, a
    // timer), and nothing here measures time.
    maxWorkers: 3,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: "unit",
          expect: expectation,
          isolate,
          include: [
            "{app,shop,platform,db,demo,server,scripts,tools}/**/*.test.{ts,tsx}",
            "test/support/**/*.test.ts",
          ],
          globalSetup: cluster.globalSetup,
          setupFiles: "test/support/no-quiet-errors.ts",
          provide: { ...cluster.provide, moneyCases },
          // Long timeouts: on a busy machine filling the demo shop is slow, and a slow test is not a failed one.
          testTimeout: Math.max(120_000, 3 * moneyCases),
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "architecture",
          expect: expectation,
          isolate,
          // It reads every file of the code base; long timeouts, as above.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          include: ["test/architecture.test.ts", "test/architecture/*.test.ts"],
        },
      },
      {
        test: {
          name: "http",
          // The production build of React, as in the shop: a tenth less CPU time for these tests.
          env: { NODE_ENV: "production" },
          expect: expectation,
          isolate,
          include: ["test/http/**/*.test.{ts,tsx}"],
          ...cluster,
          setupFiles: "test/support/no-quiet-errors.ts",
          // Long timeouts: on a busy machine filling the demo shop is slow, and a slow test is not a failed one.
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // React's development build, which alone warns, for example of a list without keys: these tests render every
          // screen, and the answers to every form, and fail by a warning.
          name: "development",
          expect: expectation,
          isolate,
          include: ["test/development/*.test.ts"],
          ...cluster,
          setupFiles: "test/support/no-quiet-errors.ts",
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "faults",
          expect: expectation,
          isolate,
          include: ["test/faults/**/*.test.ts"],
          exclude: leftOut.map(({ file }) => file),
          globalSetup: cluster.globalSetup,
          setupFiles: "test/support/no-quiet-errors.ts",
          provide: {
            ...cluster.provide,
            faults,
            faultsReport,
            moneyCases,
            chromium,
          },
          testTimeout: faults === "long" ? 6_000_000 : 120_000,
          hookTimeout: 120_000,
          // The long form measures; the short one detects a stall, also on busy machines.
          fileParallelism: faults !== "long",
        },
      },
      {
        test: {
          name: "browser",
          // The production build, as in the shop.
          env: { NODE_ENV: "production" },
          expect: expectation,
          isolate,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: cluster.globalSetup,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          provide: { ...cluster.provide, chromium },
        },
      },
    ],
  },
});
