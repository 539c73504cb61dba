import { rows } from "../tools/faults/fault-rows.mjs";
import { whyNot } from "./deploy/failover/programs.mjs";

// How many cases each money property test runs: 2,000, or MONEY_CASES (1000000 in the long form).
export const moneyCases = Math.max(1, Math.trunc(Number(process.env.MONEY_CASES)) || 2_000);
// Whether fault tests run in the short form, or with the targets of tools/reports/reliability.md.
export const faults = process.env.FAULTS === "long" ? "long" : "short";
// The fault test files that this run skips, and why: they need missing programs, or too much time.
export const leftOut = rows.flatMap((row) => {
  const why =
    whyNot(row) ?? (row.longOnly && faults === "short" ? "not run: in npm run faults alone" : undefined);
  return why ? row.tests.map(([, file]) => ({ file: String(file), why })) : [];
});
// Where fault tests write their results, one line of JSON each; null: only on the screen.
export const faultsReport = process.env.FAULTS_REPORT || null;
/**
 * The PostgreSQL that `npm test` started for all stages; a stage run by itself starts its own.
 *
 * @type {{ url: string, folder: string } | undefined}
 */
export const testCluster = process.env.TEST_CLUSTER ? JSON.parse(process.env.TEST_CLUSTER) : undefined;
