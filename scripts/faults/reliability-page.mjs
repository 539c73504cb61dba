// docs/reliability.md, written by `npm run faults` from the results of its tests. A run of some rows keeps the
// others.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rows } from "./rows.mjs";

const head = `# What it withstands

Made by \`npm run faults\`, which runs every row of this table and fails when a figure is missed; \`npm run faults -- race
streams\` runs only those. The short form of each row runs with \`npm test\`. After each test of orders and payments
\`test/faults/invariants.sql\` must give no row. Rows and their tests: \`scripts/faults/rows.mjs\`.

| row | what is done to it | figure wanted | figure seen | | seconds | measured |
| --- | --- | --- | --- | --- | --- | --- |
`;

/** In: the page's path and, for each row that ran, { id, figure, passed, seconds, measured }. */
export function writePage(path, results) {
  const before = new Map(
    (existsSync(path) ? readFileSync(path, "utf8") : "")
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .map((line) => [line.split("|")[1]?.trim(), line]),
  );
  const lines = rows.map(({ id, what, wanted }) => {
    const result = results.find((one) => one.id === id);
    if (!result) return before.get(id) ?? `| ${id} | ${what} | ${wanted} | not run yet | | | |`;
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
