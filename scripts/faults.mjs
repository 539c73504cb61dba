// npm run faults: the tests of faults with the figures of design/reliability.md, and the properties of money in their
// long form. Closes with how long each took.
import { join } from "node:path";
import { nodeBinary, root, run } from "./prepare.mjs";

const money = ["totals", "pricing.test", "gst.test", "refund-of-line", "document-lines"];
const cases = process.env.MONEY_CASES ?? "1000000";
const runs = [
  ["faults", ["--project", "faults"], { FAULTS: "long" }],
  [`money, ${cases} cases a property`, ["--project", "unit", ...money], { MONEY_CASES: cases }],
];
let failed = 0;
for (const [name, args, env] of runs) {
  const began = Date.now();
  const { status } = run(
    nodeBinary(),
    ["--disable-warning=ExperimentalWarning", join(root, "node_modules/vitest/vitest.mjs"), "run", ...args],
    env,
  );
  if (status !== 0) failed++;
  const minutes = ((Date.now() - began) / 60_000).toFixed(1);
  process.stdout.write(`== ${name}: ${status === 0 ? "passed" : "FAILED"} in ${minutes} min\n`);
}
process.exit(failed === 0 ? 0 : 1);
