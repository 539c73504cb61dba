import { appendFileSync } from "node:fs";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The file that collects figures for tools/reports/reliability.md; null in an everyday run. */
    faultsReport: string | null;
  }
}

/** Reports what was seen for a row of tools/faults/fault-rows.mjs: on the screen, and for tools/reports/reliability.md. */
export function seen(row: string, figure: string): void {
  process.stdout.write(`  ${row}: ${figure}\n`);
  const report = inject("faultsReport");
  if (report) appendFileSync(report, `${JSON.stringify({ row, figure })}\n`);
}

/** A percentile. In: at least one number, in any order. */
export function percentile(values: number[], hundredths: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? Number.NaN;
}
