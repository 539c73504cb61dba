import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "./scripts/chromium.mjs";
import { faults, faultsReport, longOnly, moneyCases, testCluster } from "./scripts/run-sizes.mjs";

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

export default defineConfig({
  test: {
    maxWorkers: 2,
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
          exclude: faults === "long" ? [] : longOnly,
          globalSetup: cluster.globalSetup,
          setupFiles: "test/support/no-quiet-errors.ts",
          provide: {
            ...cluster.provide,
            faults,
            faultsReport,
            moneyCases,
            chromium: { path: findChromium() ?? null, flags: chromiumFlags },
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
          // As the shop runs. Where React's own complaints are looked for, in the HTTP tests, it is the development build.
          env: { NODE_ENV: "production" },
          expect: expectation,
          isolate,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: cluster.globalSetup,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          provide: { ...cluster.provide, chromium: { path: findChromium() ?? null, flags: chromiumFlags } },
        },
      },
    ],
  },
});
