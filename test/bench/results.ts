import { z } from "zod";

const measured = z.object({
  name: z.string(),
  connections: z.number(),
  perSecond: z.number(),
  p50: z.number(),
  p99: z.number(),
  barePerSecond: z.number(),
  bareP99: z.number(),
  ratio: z.number(),
  bytes: z.number(),
  good: z.number(),
  wrong: z.number(),
});

const size = z.object({
  products: z.number(),
  lines: z.array(measured),
  /** What is not there yet. */
  skipped: z.array(z.string()),
  orders: z.number(),
  race: z.object({ buyers: z.number(), sold: z.number(), left: z.number() }),
  /** Megabytes of the server process: just started, at rest after the first pages, after everything, at rest again. */
  memory: z.object({ started: z.number(), idle: z.number(), after: z.number(), rested: z.number() }),
  /** Milliseconds from the start of the process to the first whole page. */
  start: z.object({ first: z.number().nullable(), second: z.number() }),
});

const run = z.object({
  at: z.string(),
  commit: z.string(),
  machine: z.string(),
  quick: z.boolean(),
});

const officeTime = z.object({ page: z.string(), small: z.number(), large: z.number(), ratio: z.number() });

/** docs/benchmarks.json: the last run of each kind. */
export const results = z.object({
  shop: run.extend({ sizes: z.array(size) }).nullable(),
  office: run.extend({ pages: z.array(officeTime) }).nullable(),
});

export type Results = z.infer<typeof results>;
export type Size = z.infer<typeof size>;
export type Run = z.infer<typeof run>;

export type Goal = { goal: string; figure: string; met: boolean };

const percent = (part: number) => `${(part * 100).toFixed(part < 0.1 ? 2 : 0)} %`;
const visitors = ["home", "shop", "category", "filtered and sorted list", "product"];
const searches = ["search, one in four with a typo", "suggestions"];

/** What a run must show, and what it showed. Only goals whose figures are there. */
export function goalsOf(sizes: readonly Size[]): Goal[] {
  const few = sizes.find(({ products }) => products < 1_000);
  const many = sizes.find(({ products }) => products >= 100_000);
  const line = (at: Size | undefined, name: string) => at?.lines.find((each) => each.name === name);
  const goals: Goal[] = [];
  const add = (goal: string, figure: string, met: boolean) => goals.push({ goal, figure, met });
  for (const at of sizes) {
    for (const name of visitors) {
      const found = line(at, name);
      if (!found) continue;
      add(
        `${name}, ${at.products} products: at least 60 % of the bare server`,
        percent(found.ratio),
        found.ratio >= 0.6,
      );
      const times = found.perSecond > 0 ? found.p99 / Math.max(found.bareP99, 1) : Number.POSITIVE_INFINITY;
      add(
        `${name}, ${at.products} products: p99 at most 3 times the bare server's`,
        `${times.toFixed(1)} times`,
        times <= 3,
      );
    }
    for (const [name, least] of [
      ["add to cart", 0.02],
      ["place order", 0.007],
    ] as const) {
      const found = line(at, name);
      if (found)
        add(
          `${name}, ${at.products} products: at least ${percent(least)}`,
          percent(found.ratio),
          found.ratio >= least,
        );
    }
    const { race, memory, start, products } = at;
    add(
      `50 buyers of 10 pieces, ${products} products: 10 sold, none left`,
      `${race.sold} sold, ${race.left} left`,
      race.sold === 10 && race.left === 0,
    );
    add(
      `memory at rest, ${products} products: under 250 MB`,
      `${memory.idle.toFixed(0)} MB`,
      memory.idle < 250,
    );
    add(
      `second start, ${products} products: under 3 s`,
      `${(start.second / 1000).toFixed(1)} s`,
      start.second < 3_000,
    );
  }
  const fresh = line(few, "filters never seen");
  if (fresh)
    add("filters never seen, demo catalogue: at least 3 %", percent(fresh.ratio), fresh.ratio >= 0.03);
  for (const name of ["filters never seen", ...searches]) {
    const [one, other] = [line(few, name), line(many, name)];
    if (other && searches.includes(name))
      add(`${name}, ${many?.products} products: at least 1.50 %`, percent(other.ratio), other.ratio >= 0.015);
    if (one && other) {
      const times = one.perSecond / other.perSecond;
      add(`${name}: at most twice the time of the demo catalogue`, `${times.toFixed(2)} times`, times <= 2);
    }
  }
  return goals;
}
