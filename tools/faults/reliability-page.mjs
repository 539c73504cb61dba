// tools/reports/reliability.md, written by `npm run faults` from its test results. A run of some rows keeps the others.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rows } from "./fault-rows.mjs";

const head = `# Reliability

Written by \`npm run faults\`, which fails when a target is missed; \`npm run faults -- race streams\` runs some rows. \`npm
test\` runs short forms, without rows that need other programs (failover). After orders and payments
\`db/invariants.sql\` must return no row. Rows and tests: \`tools/faults/fault-rows.mjs\`.

| row | fault | target | seen | measured |
| --- | --- | --- | --- | --- |
`;

/**
 * In: the page's path; for each row that ran, { id, figure, passed, measured }; for each that could not run, {
 * id, why }: such a row keeps the result of the earlier run, with its date.
 *
 * @param {string} path
 * @param {{ id: string, figure: string, passed: boolean, measured: string }[]} results
 * @param {{ id: string, why?: string | undefined }[]} notRun
 */
export function writePage(path, results, notRun = []) {
  const before = new Map(
    (existsSync(path) ? readFileSync(path, "utf8") : "")
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => [line.split("|")[1]?.trim(), line]),
  );
  const lines = rows.map(({ id, what, wanted }) => {
    const result = results.find((one) => one.id === id);
    if (!result) {
      const { why = "not run yet" } = notRun.find((one) => one.id === id) ?? {};
      const earlier = before.get(id);
      const ran = earlier && !earlier.includes("| not run");
      return ran ? earlier : `| ${id} | ${what} | ${wanted} | ${why} | |`;
    }
    const { figure, passed, measured } = result;
    const shown = `${passed ? "" : "**failed** "}${figure.replaceAll("|", "/")}`;
    return `| ${id} | ${what} | ${wanted} | ${shown} | ${measured} |`;
  });
  writeFileSync(path, `${head}${lines.join("\n")}\n`);
}
