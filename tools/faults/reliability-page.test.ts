import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { whyNot } from "../../scripts/deploy/failover/programs.mjs";
import { writePage } from "./reliability-page.mjs";

const folder = mkdtempSync(join(tmpdir(), "campus-style-page-"));
afterAll(() => rmSync(folder, { recursive: true }));
const page = join(folder, "reliability.md");
const row = (id: string) =>
  readFileSync(page, "utf8")
    .split("\n")
    .find((line) => line.startsWith(`| ${id} |`));

test("a row whose programs are missing shows the reason and no result; an earlier result is kept", () => {
  const why = whyNot({ needs: ["no-such-program", "sh"], packages: "no-such-package" });
  expect(why).toBe("not run: no-such-program not found (apt-get install no-such-package)");
  expect(whyNot({ needs: ["sh"] })).toBeUndefined();
  expect(whyNot({})).toBeUndefined();

  writePage(page, [], [{ id: "failover", why }]);
  expect(row("failover")).toContain(`| ${why} | |`);
  expect(row("race")).toContain("| not run yet | |");

  const result = { id: "failover", figure: "20 kills", passed: true, measured: "2026-11-23" };
  writePage(page, [result]);
  writePage(page, [], [{ id: "failover", why }]);
  expect(row("failover")).toContain("| 20 kills | 2026-11-23 |");

  writePage(page, [{ ...result, passed: false }]);
  expect(row("failover")).toContain("| **failed** 20 kills | 2026-11-23 |");
});
