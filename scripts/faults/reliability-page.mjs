// docs/reliability.md, written by `npm run faults` from the results of its tests. A run of some rows keeps the
// others.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rows } from "../fault-rows.mjs";

const head = `# What it withstands

Made by \`npm run faults\`, which runs every row of this table and fails when a figure is missed; \`npm run faults -- race
streams\` runs only those. The short form of each row runs with \`npm test\`, except for rows that need programs npm does
not bring (failover): those run here alone, and where the programs are missing they say so and count as neither. After each test of orders and payments
\`test/faults/invariants.sql\` must give no row. Rows and their tests: \`scripts/fault-rows.mjs\`.

| row | what is done to it | figure wanted | figure seen | | seconds | measured |
| --- | --- | --- | --- | --- | --- | --- |
`;

/**
 * In: the page's path; for each row that ran, { id, figure, passed, seconds, measured }; and for each that could not,
 * { id, why }. Such a row keeps what an earlier run has seen, with its date.
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
      return ran ? earlier : `| ${id} | ${what} | ${wanted} | ${why} | | | |`;
    }
    const { figure, passed, seconds, measured } = result;
    const cells = [
      id,
      what,
      wanted,
      figure.replaceAll("|", "/"),
      passed ? "passed" : "**failed**",
      seconds,
      measured,
    ];
    return `| ${cells.join(" | ")} |`;
  });
  writeFileSync(path, `${head}${lines.join("\n")}\n`);
}
