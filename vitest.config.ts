import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { chromiumFlags, findChromium } from "./scripts/chromium.mjs";
import { faults, faultsReport, leftOut, moneyCases, testCluster } from "./scripts/run-sizes.mjs";

/** One PostgreSQL for the files of a project: that of `npm test`, else one of its own. */
const cluster = {
  globalSetup: testCluster ? [] : ["test/support/cluster/test-cluster.server.ts"],
  provide: testCluster ? { testCluster } : {},
};

/**
 * What one file imported is not read again for the next: that took a third of the time. So nothing that a file leaves in
 * a module may matter to another; what the shop remembers, it remembers by its database or storage.
 */
const isolate = false;

/**
 * What is waited for may be late on a busy machine; what never comes fails all the same. A test that asserts nothing
 * fails, also where its assertions stand in a loop over nothing.
 */
const expectation = { poll: { timeout: 10_000 }, requireAssertions: true };

const chromium = {
  path: findChromium() ?? null,
  whole: findChromium({ whole: true }) ?? null,
  flags: chromiumFlags,
};

/** Files that take long for their size. */
const long = ["faults/rules/model", "faults/machine/import", "faults/machine/silent-database"];

/**
 * Long files first, so that the workers end at about the same time. vitest knows durations from its last run and goes by
 * the size where there was none: a long file in few lines then runs alone at the end.
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
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: "unit",
          expect: expectation,
          isolate,
          include: ["{app,shop,platform,db,server,scripts}/**/*.test.{ts,tsx}", "test/support/**/*.test.ts"],
          globalSetup: cluster.globalSetup,
          setupFiles: "test/support/no-quiet-errors.ts",
          provide: { ...cluster.provide, moneyCases },
          // Patient: on a busy machine filling the demo shop takes its time, and a slow test is not a wrong one.
          testTimeout: Math.max(60_000, 3 * moneyCases),
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "architecture",
          expect: expectation,
          // It reads every file of the house; patient, as the others are.
          testTimeout: 60_000,
          include: ["test/architecture.test.ts", "test/architecture/*.test.ts"],
        },
      },
      {
        test: {
          name: "http",
          expect: expectation,
          isolate,
          include: ["test/http/**/*.test.{ts,tsx}"],
          ...cluster,
          setupFiles: "test/support/no-quiet-errors.ts",
          // Patient: on a busy machine filling the demo shop takes its time, and a slow test is not a wrong one.
          testTimeout: 60_000,
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
          testTimeout: faults === "long" ? 1_800_000 : 120_000,
          hookTimeout: 120_000,
          // The long form measures; the short one looks for a stall on machines that are busy anyway.
          fileParallelism: faults !== "long",
        },
      },
      {
        test: {
          name: "browser",
          // Three on two cores: a third of the time a browser test waits for what comes (a stream, an answer that is held
          // back, a timer), and nothing here measures time.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          // As the shop runs. Where React's own complaints are looked for, in the HTTP tests, it is the development build.
          env: { NODE_ENV: "production" },
          expect: expectation,
          isolate,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: cluster.globalSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          provide: { ...cluster.provide, chromium },
        },
      },
    ],
  },
});
