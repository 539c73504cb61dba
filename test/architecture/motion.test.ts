import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const app = resolve(import.meta.dirname, "../../app");
const sheets = readdirSync(app, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".css"))
  .map((path) => ({ path, text: readFileSync(join(app, path), "utf8") }));

/** What moves too long, or moves although reduced motion is asked for. In: the style sheets. */
function motionFaults(all: typeof sheets): string[] {
  return all.flatMap(({ path, text }) => {
    const lasting = [...text.matchAll(/(?<![\w.])(\d*\.?\d+)(ms|s)\b(?=[^{}]*[;,}])/g)]
      .filter(([, number = "", unit]) => Number(number) * (unit === "s" ? 1000 : 1) >= 200)
      .map(([found]) => `${path}: ${found} is 200 ms or more`);
    // Durations by token are none with reduced motion (tokens.css); others stand where they are taken away.
    const unguarded = [...text.matchAll(/\n *(transition|animation|scroll-behavior):([^;]+);/g)]
      .filter(([, , value = ""]) => !value.includes("var(--d-") && !/^ *(none|auto)/.test(value))
      .filter(() => !text.includes("@media (prefers-reduced-motion"))
      .map(([found]) => `${path}: ${found.trim()} moves always`);
    return [...lasting, ...unguarded];
  });
}

describe("motion", () => {
  test("is under 200 ms, and none when reduced motion is asked for", () => {
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
  ])("%j is a fault", (text, fault) => {
    expect(motionFaults([{ path: "x.css", text }])).toEqual([fault]);
  });
});
