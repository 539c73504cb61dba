import { defineConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "./scripts/chromium.mjs";
import { faults, faultsReport, moneyCases } from "./scripts/run-sizes.mjs";

const cluster = "test/support/test-cluster.server.ts";

/** What is waited for may be late on a busy machine; what never comes fails all the same. */
const expectation = { poll: { timeout: 10_000 } };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: "unit",
          expect: expectation,
          include: ["{app,shop,platform,db,server,scripts}/**/*.test.{ts,tsx}", "test/support/**/*.test.ts"],
          globalSetup: cluster,
          setupFiles: "test/support/no-quiet-errors.ts",
          provide: { moneyCases },
          // Patient: on a busy machine filling the demo shop takes its time, and a slow test is not a wrong one.
          testTimeout: Math.max(60_000, 3 * moneyCases),
          hookTimeout: 120_000,
        },
      },
      { test: { name: "architecture", include: ["test/architecture.test.ts"] } },
      {
        test: {
          name: "http",
          expect: expectation,
          include: ["test/http/**/*.test.{ts,tsx}"],
          globalSetup: cluster,
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
          include: ["test/faults/**/*.test.ts"],
          globalSetup: cluster,
          setupFiles: "test/support/no-quiet-errors.ts",
          provide: {
            faults,
            faultsReport,
            moneyCases,
            chromium: { path: findChromium() ?? null, flags: chromiumFlags },
          },
          testTimeout: faults === "long" ? 1_800_000 : 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: "browser",
          expect: expectation,
          include: ["test/browser/**/*.test.ts"],
          globalSetup: cluster,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          fileParallelism: false,
          provide: { chromium: { path: findChromium() ?? null, flags: chromiumFlags } },
        },
      },
    ],
  },
});
