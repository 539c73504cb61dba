import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const app = resolve(import.meta.dirname, "../../app");
const sheets = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => ({ path, text: readFileSync(join(app, path), "utf8") }));

/** Transitions and animations that are too long or ignore prefers-reduced-motion. In: the style sheets. */
function motionFaults(all: typeof sheets): string[] {
  return all.flatMap(({ path, text }) => {
    const lasting = [...text.matchAll(/(?<![\w.])(\d*\.?\d+)(ms|s)\b(?=[^{}]*[;,}])/g)]
      .filter(([, number = "", unit]) => Number(number) * (unit === "s" ? 1000 : 1) >= 200)
      .map(([found]) => `${path}: ${found} is 200 ms or more`);
    // Token durations are 0 with reduced motion (tokens.css); other files must have a query for it.
    const unguarded = [...text.matchAll(/\n *(transition|animation|scroll-behavior):([^;]+);/g)]
      .filter(([, , value = ""]) => !value.includes("var(--d-") && !/^ *(none|auto)/.test(value))
      .filter(() => !text.includes("@media (prefers-reduced-motion"))
      .map(([found]) => `${path}: ${found.trim()} moves always`);
    return [...lasting, ...unguarded];
  });
}

describe("motion", () => {
  test("takes under 200 ms, and none with prefers-reduced-motion", () => {
    expect(motionFaults(sheets)).toEqual([]);
    const tokens = sheets.find(({ path }) => path.endsWith("tokens.css"))?.text ?? "";
    const reduced = tokens.slice(tokens.indexOf("@media (prefers-reduced-motion: reduce)"));
    const durations = new Set(tokens.match(/--d-\d/g));
    for (const name of durations) expect(reduced).toContain(`${name}: 0ms;`);
  });

  test.each([
    ["a { transition: color 320ms; }", "x.css: 320ms is 200 ms or more"],
    ["a { animation: in 0.4s ease; }", "x.css: 0.4s is 200 ms or more"],
    ["a {\n  animation: in 180ms;\n}", "x.css: animation: in 180ms; moves always"],
    ["a {\n  scroll-behavior: smooth;\n}", "x.css: scroll-behavior: smooth; moves always"],
  ])("%j is reported", (text, fault) => {
    expect(motionFaults([{ path: "x.css", text }])).toEqual([fault]);
  });
});
