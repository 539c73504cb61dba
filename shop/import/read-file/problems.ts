import { cutText } from "../../../platform/text/cut-text.ts";
import type { Problem, ReportProblem } from "../draft.ts";

const most = { problems: 500, lines: 50, value: 80 };

/**
 * Collects problems: the same problem of many rows is one entry with its rows. `graves` counts those that exclude
 * products.
 */
export function gatherProblems() {
  const found = new Map<string, Problem>();
  const state = { graves: 0 };
  const report: ReportProblem = (row, column, problem, { grave = false, value = "" } = {}) => {
    const message = typeof problem === "string" ? { code: problem } : problem;
    if (grave) state.graves++;
    const key = JSON.stringify([column, message, grave]);
    const same = found.get(key) ?? { column, message, grave, count: 0, lines: [] };
    same.count++;
    if (same.lines.length < most.lines) same.lines.push({ row, value: shortened(value) });
    if (found.size < most.problems) found.set(key, same);
  };
  return {
    report,
    graves: () => state.graves,
    problems: () => [...found.values()].sort(byWeight),
  };
}

function shortened(value: string): string {
  return value.length > most.value ? `${cutText(value, most.value)}…` : value;
}

/** Problems that exclude products first, then by the first row. */
function byWeight(one: Problem, other: Problem): number {
  if (one.grave !== other.grave) return one.grave ? -1 : 1;
  return (one.lines[0]?.row ?? 0) - (other.lines[0]?.row ?? 0);
}
